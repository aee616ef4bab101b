import type { ApiToken, Device } from '@holdall/contract/account';
import type { ApiTokenRow } from '#db/tables/accounts.ts';
import type { DeviceRow } from '#features/auth/index.ts';

const dateOf = (milliseconds: number): string => new Date(milliseconds).toISOString();
const dateOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : dateOf(milliseconds);

/** Presents a token without its text, which only its owner has. */
export const presentToken = (row: ApiTokenRow): ApiToken => ({
  id: row.id,
  type: 'token',
  attributes: {
    name: row.name,
    scope: row.scope,
    created_at: dateOf(row.created_at),
    last_used_at: dateOrNull(row.last_used_at),
    expires_at: dateOrNull(row.expires_at),
  },
});

/** @param current the session that makes the request */
export const presentDevice = (row: DeviceRow, current: string): Device => ({
  id: row.token_hash,
  type: 'session',
  attributes: {
    address: row.address,
    user_agent: row.user_agent,
    remember: row.remember === 1,
    current: row.token_hash === current,
    created_at: dateOf(row.created_at),
    last_seen_at: dateOf(row.last_seen_at),
  },
});
