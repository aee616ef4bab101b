import type { AnswersOf } from '@holdall/contract/endpoint';
import type { prepareZip } from '@holdall/contract/downloads';
import type { Actor } from '#lib/actor.ts';
import type { PreparedZip } from './zip.types.ts';

export const presentPreparedZip = (
  { id, name, facts }: PreparedZip,
  actor: Actor,
): AnswersOf<typeof prepareZip> => ({
  data: {
    id,
    url: `/api/zip${actor.kind === 'guest' ? `/${actor.token}` : ''}?selection=${id}`,
    name,
    size: facts?.size ?? null,
    entries: facts?.entries ?? null,
  },
});
