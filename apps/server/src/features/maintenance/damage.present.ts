import type { integrity, listDamagedFiles } from '@holdall/contract/admin-damage';
import type { AnswersOf } from '@holdall/contract/endpoint';
import type { z } from 'zod';
import type { DamagePage, IntegritySummary } from './damage.types.ts';
import { failureOnWire } from './failure.rules.ts';
import { shareDone } from './scrubber.rules.ts';

const timeOf = (at: number): string => new Date(at).toISOString();

export const presentIntegrity = ({ state, damaged }: IntegritySummary): z.output<typeof integrity> => ({
  verified_at: state.last === null ? null : timeOf(state.last.completedAt),
  unread: state.last?.unread ?? 0,
  damaged,
  progress: state.run === null ? null : Math.round(shareDone(state.run) * 100),
});

export const presentDamagedFiles = (
  page: DamagePage,
  part: { readonly offset: number; readonly limit: number },
): AnswersOf<typeof listDamagedFiles> => ({
  data: page.files.map(({ id, name, email, size, damaged_at: since }) => ({
    id,
    type: 'damaged_file',
    attributes: { name, owner: email, size, since: timeOf(since ?? 0) },
  })),
  meta: {
    ...part,
    total: page.damaged,
    ...presentIntegrity(page),
    restoring: page.isRestoring,
    restored:
      page.restored === undefined ? null : { encrypted: 0, ...page.restored, at: timeOf(page.restored.at) },
    failed: failureOnWire(page.failure),
  },
});
