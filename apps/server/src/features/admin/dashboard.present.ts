import type { getDashboard } from '@holdall/contract/admin-server';
import type { AnswersOf } from '@holdall/contract/endpoint';
import { avatarOf } from '@holdall/contract/images';
import type { Dashboard, NewestRow } from './dashboard.types.ts';
import { nameOf } from './users.rules.ts';

type Answer = AnswersOf<typeof getDashboard>['data'];

const presentNewest = (row: NewestRow): Answer['newest_users'][number] => ({
  id: row.id,
  name: nameOf(row),
  email: row.email,
  role: row.role,
  avatar: avatarOf(row.avatar_id),
  color: row.color,
  used: row.used,
  created_at: new Date(row.created_at).toISOString(),
});

export const presentDashboard = (
  { users, items, links, usage, newest, health, verification, integrity, warnings }: Dashboard,
  { version }: { readonly version: string },
): { data: Answer } => ({
  data: {
    users: { total: users.total, new_this_month: users.recent, suspended: users.suspended },
    items,
    links,
    storage: { used: usage.used, capacity: usage.capacity, categories: usage.categories },
    traffic: [...usage.traffic],
    newest_users: newest.map((row) => presentNewest(row)),
    health: [...health],
    version,
    integrity,
    warnings,
    verification:
      verification === undefined
        ? null
        : { at: new Date(verification.at).toISOString(), sound: verification.sound },
  },
});
