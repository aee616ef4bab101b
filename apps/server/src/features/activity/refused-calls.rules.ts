import type { ActivityKind } from '@holdall/contract/activity-kinds';
import type { ErrorCode } from '@holdall/contract/error-codes';
import type { AppError } from '#lib/app-error.ts';

export type RefusedKind = Extract<ActivityKind, `refused.${string}`>;

/** Refusals for ids and tokens that belong to someone else, or to nothing. */
const ofSomebody: ReadonlySet<ErrorCode> = new Set([
  'item.not_found',
  'operation.not_found',
  'upload.not_found',
  'user.not_found',
  'token.not_found',
  'session.not_found',
  'share.not_found',
  'deed.not_found',
  'file_request.not_found',
]);

const kinds: ReadonlyMap<ErrorCode, RefusedKind | undefined> = new Map([
  ['request.cross_site', 'refused.cross_site'],
  ['setup.code_wrong', 'refused.setup_code'],
  // A failed sign-in is an entry of its own.
  ['sign_in.suspended', undefined],
  // A page that is open, or a script, goes on asking until it is set up.
  ['two_factor.required', undefined],
]);

/** As what a refused call is written down; undefined: it is part of usual work. */
export const refusedKindOf = ({
  code,
  status,
}: Pick<AppError, 'code' | 'status'>): RefusedKind | undefined => {
  if (kinds.has(code)) return kinds.get(code);
  if (status === 429) return 'refused.limited';
  if (status === 403) return 'refused.forbidden';
  return ofSomebody.has(code) ? 'refused.not_found' : undefined;
};
