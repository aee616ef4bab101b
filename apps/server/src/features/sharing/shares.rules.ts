import { linkYearsMax } from '@holdall/contract/link-limits';
import type { SharePermission } from '@holdall/contract/shares';
import type { ShareRow } from '#db/tables/links.ts';
import { isCollectionLink } from '#features/links/index.ts';
import { AppError } from '#lib/app-error.ts';

const hour = 60 * 60_000;

/** The end of a link as its owner chooses it: after so many hours, at a moment, or never. */
export interface ChosenEnd {
  readonly expiration?: number | null | undefined;
  /** ISO 8601. */
  readonly expires_at?: string | null | undefined;
}

const year = 366 * 24 * hour;
const faultOf = (end: number, now: number): string | undefined => {
  if (end <= now) return 'Choose an end in the future.';
  return end - now > linkYearsMax * year ? 'Choose an end within the next ten years.' : undefined;
};

/** Returns the end of a link; null means never. @throws request.invalid that names `expires_at` */
export const endOf = (
  { expiration: hours, expires_at: end }: ChosenEnd,
  now: number,
): Pick<ShareRow, 'expires_at' | 'expiration'> => {
  if (hours !== undefined && hours !== null) return { expires_at: now + hours * hour, expiration: hours };
  if (end === undefined || end === null) return { expires_at: null, expiration: null };
  const moment = Date.parse(end);
  const fault = faultOf(moment, now);
  if (fault !== undefined) throw new AppError('request.invalid', { errors: { expires_at: [fault] } });
  return { expires_at: moment, expiration: null };
};

const sentence = 'Several items behind one link can’t be edited.';

/** Refuses to share a collection for editing. @throws share.is_collection */
export const refuseEditing = (
  share: Pick<ShareRow, 'id' | 'item_id'>,
  permission: SharePermission | undefined,
): void => {
  if (isCollectionLink(share) && permission === 'editor')
    throw new AppError('share.is_collection', { errors: { permission: [sentence] } });
};
