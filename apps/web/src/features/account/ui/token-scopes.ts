import type { TokenScope } from '@holdall/contract/account';

export type { TokenScope };
/** Token scopes, the narrowest first. */
export const tokenScopes = ['read', 'write'] as const satisfies readonly TokenScope[];
