import type { Role } from '@holdall/contract/permissions';

/** The roles, in the order of their lists. */
export const roles = ['user', 'admin'] as const satisfies readonly Role[];
