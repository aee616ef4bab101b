import type { ManagedUser, PasswordLink } from '@holdall/contract/admin-users';
import { avatarOf } from '@holdall/contract/images';
import type { HandedLink } from '#features/account/index.ts';
import { percentagesOf } from '#features/usage/index.ts';
import { qrSvg } from '#lib/qr-svg.ts';
import { nameOf } from './users.rules.ts';
import type { ManagedFacts } from './users.types.ts';

const timeOf = (time: number): string => new Date(time).toISOString();
const timeOrNull = (time: number | null): string | null => (time === null ? null : timeOf(time));

/** Presents a user for administrators, without credentials. */
export const presentManagedUser = ({ row, capacity, items, sessions }: ManagedFacts): ManagedUser => ({
  id: row.id,
  type: 'user',
  attributes: {
    name: nameOf(row),
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    role: row.role,
    avatar: avatarOf(row.avatar_id),
    color: row.color,
    two_factor_confirmed_at: timeOrNull(row.two_factor_at),
    status: row.status,
    suspended_reason: row.suspended_reason,
    country: row.country,
    timezone: row.timezone,
    created_at: timeOf(row.created_at),
    last_seen_at: timeOrNull(row.seen_at),
  },
  meta: {
    storage: {
      used: row.used,
      capacity,
      given: row.own_capacity > 0 ? row.capacity : 'default',
      own_capacity: row.own_capacity > 0,
      percentage: percentagesOf(row, capacity).total,
    },
    items,
    restrictions: {
      canUpload: row.can_upload === 1,
      canDownload: row.can_download === 1,
      canCreateFolder: row.can_create_folder === 1,
      reason: row.restriction_reason,
    },
    deleting: row.deleting_at !== null,
    sessions,
  },
});

/** Presents a link for an administrator to hand over, with its QR code. */
export const presentPasswordLink = async ({ url, until }: HandedLink): Promise<{ data: PasswordLink }> => ({
  data: { url, svg: await qrSvg(url), expires_at: timeOf(until) },
});
