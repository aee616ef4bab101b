import type { ActivityKind } from '@holdall/contract/activity-kinds';
import type { ErrorCode } from '@holdall/contract/error-codes';
import type { AppError } from '#lib/app-error.ts';

export type RefusedKind = Extract<ActivityKind, `refused.${string}`>;

/** Refusals for ids and tokens of other owners, or of nothing. */
const ofForeignIds: ReadonlySet<ErrorCode> = new Set([
  'item.not_found',
  'operation.not_found',
  'upload.not_found',
  'user.not_found',
  'token.not_found',
  'session.not_found',
  'share.not_found',
  'share_activity.not_found',
  'file_request.not_found',
]);

const kinds: ReadonlyMap<ErrorCode, RefusedKind | undefined> = new Map([
  ['request.cross_site', 'refused.cross_site'],
  ['setup.code_wrong', 'refused.setup_code'],
  // A failed sign-in has its own entry.
  ['sign_in.suspended', undefined],
  // An open page, or a script, keeps calling until it is set up.
  ['two_factor.required', undefined],
]);

/** Returns the kind of a refused call's entry; undefined for common mistakes. */
export const refusedKindOf = ({
  code,
  status,
}: Pick<AppError, 'code' | 'status'>): RefusedKind | undefined => {
  if (kinds.has(code)) return kinds.get(code);
  if (status === 429) return 'refused.limited';
  if (status === 403) return 'refused.forbidden';
  return ofForeignIds.has(code) ? 'refused.not_found' : undefined;
};
