import type { SharePermission } from '@holdall/contract/shares';
import type { ItemRow } from '#db/tables/files.ts';
import { AppError } from '#lib/app-error.ts';

const hour = 60 * 60_000;

/** When a link ends that is to last so many hours; null: never. */
export const endOf = (hours: number | null | undefined, now: number): number | null =>
  hours === undefined || hours === null ? null : now + hours * hour;

const sentence = 'Only folders can be shared for editing.';

/** Nobody can be invited to edit a file. @throws share.not_folder */
export const refuseEditing = (
  { type }: Pick<ItemRow, 'type'>,
  permission: SharePermission | undefined,
): void => {
  if (type === 'file' && permission === 'editor')
    throw new AppError('share.not_folder', { errors: { permission: [sentence] } });
};
