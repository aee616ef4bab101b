import { AppError, type ExistingItem, type MoveConflict } from '#lib/app-error.ts';

export const itemNotFound = (): AppError => new AppError('item.not_found');
export const itemDamaged = (): AppError => new AppError('item.damaged');
export const parentIsFile = (): AppError =>
  new AppError('item.parent_is_file', { errors: { parent_id: ['Files can’t contain other items.'] } });
/** @param existing the item that has the name, if known */
export const nameTaken = (name: string, existing?: ExistingItem): AppError =>
  new AppError('item.name_taken', { errors: { name: [`“${name}” is already here.`] }, existing });
/** The content is another one than the caller has seen. @param existing the item that is there now, if any */
export const itemChanged = (existing?: ExistingItem): AppError => new AppError('item.changed', { existing });
export const folderTooDeep = (): AppError => new AppError('folder.too_deep');

/** The most conflicts that one answer lists. */
export const maxListedConflicts = 20;
const sentencesOf = (named: readonly { readonly name: string }[]): string[] =>
  named.slice(0, maxListedConflicts).map(({ name }) => `“${name}” is already here.`);
/** Several names are taken; the answer lists the first of them. */
export const namesTaken = (named: readonly { readonly name: string }[]): AppError =>
  new AppError('item.name_taken', { errors: { name: sentencesOf(named) } });
/** Moved items conflict with existing names. @param conflicts the first undecided ones */
export const moveConflicts = (conflicts: readonly MoveConflict[], total: number): AppError =>
  new AppError('item.name_taken', {
    errors: { name: sentencesOf(conflicts) },
    conflicts: { total, items: conflicts },
  });
export const wrongType = (field: string): AppError =>
  new AppError('item.wrong_type', { errors: { [field]: ['Only folders can have an emoji or a colour.'] } });
export const folderIntoItself = (): AppError =>
  new AppError('folder.into_itself', {
    errors: { to_id: ['A folder can’t go into itself.'] },
  });
export const operationNotFound = (): AppError => new AppError('operation.not_found');
export const operationStale = (): AppError => new AppError('operation.stale');
