import type { ShareActivityKind } from '@holdall/contract/shares';
import type { OperationRow } from '#db/tables/operations.ts';

/** The kinds of operations that a link's guests can make. */
export type GuestOperationKind = Exclude<OperationRow['kind'], 'restore'>;

/** The kinds of share activity, by the kinds of operations. */
export const shareActivityKinds: Readonly<Record<GuestOperationKind, ShareActivityKind>> = {
  create: 'created',
  upload: 'uploaded',
  rename: 'renamed',
  move: 'moved',
  copy: 'copied',
  remove: 'removed',
};
