import type { ShareActivityPage, EndedShare, ShareSummary } from '@holdall/contract/shares';
import { shareActivityKinds } from '#features/links/index.ts';
import type { ActivityPage, EndedLinks, GuestOperation } from './share-activity.types.ts';
import type { LinksSummary } from './summary.types.ts';

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();

const presentEntry = (row: GuestOperation): ShareActivityPage['data'][number] => ({
  id: row.id,
  type: 'share_activity',
  attributes: {
    kind: shareActivityKinds[row.kind],
    at: iso(row.created_at),
    visit: row.visit,
    count: row.count,
    name: row.name,
    to: row.to_name,
    reverted_at: row.reverted_at === null ? null : iso(row.reverted_at),
  },
});

export const presentActivity = ({ entries, next, revertible }: ActivityPage): ShareActivityPage => ({
  data: entries.map(presentEntry),
  meta: { next, revertible },
});

export const presentEnded = ({
  links,
  more,
}: EndedLinks): { data: EndedShare[]; meta: { more: boolean } } => ({
  data: links.map((row) => ({
    id: row.id,
    type: 'ended_share',
    attributes: {
      token: row.token,
      item_id: row.item_id,
      name: row.name,
      ended_at: row.endedAt === null ? null : iso(row.endedAt),
      entries: row.entries,
      unseen: row.unseen,
    },
  })),
  meta: { more },
});

export const presentSummary = ({
  links,
  unseen,
  received,
  latest,
}: LinksSummary): { data: ShareSummary } => ({
  data: { links, unseen, received, latest: latest ? { ...latest, at: iso(latest.at) } : null },
});
