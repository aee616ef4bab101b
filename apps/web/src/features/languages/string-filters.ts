import type { StringFilter } from '@holdall/contract/admin-languages';

/** Filters of the contract, whose schemas the page does not load. */
export const stringFilters = ['all', 'untranslated', 'changed'] as const satisfies readonly StringFilter[];
