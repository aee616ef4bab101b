import type { SharePermission } from '@holdall/contract/shares';
import type { ItemRow } from '#db/tables/files.ts';
import type { ShareRow } from '#db/tables/links.ts';
import { AppError } from '#lib/app-error.ts';

const hour = 60 * 60_000;

/** Returns the expiry of a link with a lifetime in hours; null means never. */
export const endOf = (
  hours: number | null | undefined,
  now: number,
): Pick<ShareRow, 'expires_at' | 'expiration'> =>
  hours === undefined || hours === null
    ? { expires_at: null, expiration: null }
    : { expires_at: now + hours * hour, expiration: hours };

const sentence = 'Only folders can be shared for editing.';

/** Refuses to share a file for editing. @throws share.not_folder */
export const refuseEditing = (
  { type }: Pick<ItemRow, 'type'>,
  permission: SharePermission | undefined,
): void => {
  if (type === 'file' && permission === 'editor')
    throw new AppError('share.not_folder', { errors: { permission: [sentence] } });
};
