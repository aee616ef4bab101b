import type { StringFilter } from '@holdall/contract/admin-languages';

/** As the contract has them, whose schemas the page does without. */
export const stringFilters = ['all', 'untranslated', 'changed'] as const satisfies readonly StringFilter[];
