import type { SharePermission } from '@holdall/contract/share-link';
import { createStore } from '#shared/lib/store.ts';

/** What whoever sees this page may do: a person with their own files all of it, a guest what the link says. */
export type Permission = 'master' | SharePermission;

/** Set from what the link tells of itself (specification section 6). */
export const permission = createStore<Permission>('master');

/** Those who change what there is. */
export const editing: readonly Permission[] = ['master', 'editor'];

/** Whether the present permission is this one, or one of these. */
export const hasPermission = (wanted: Permission | readonly Permission[]): boolean =>
  wanted.includes(permission.get());
