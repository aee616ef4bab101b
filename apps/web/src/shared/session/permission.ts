import type { SharePermission } from '@holdall/contract/share-link';
import { createStore } from '#shared/lib/store.ts';

/** The permission of this page: everything for people with their own files, the link's for guests. */
export type Permission = 'master' | SharePermission;

/** Set from what the link tells of itself (specification section 6). */
export const permission = createStore<Permission>('master');

/** Permissions to change items. */
export const editing: readonly Permission[] = ['master', 'editor'];

/** Tells whether the present permission is this one, or one of these. */
export const hasPermission = (wanted: Permission | readonly Permission[]): boolean =>
  wanted.includes(permission.get());
