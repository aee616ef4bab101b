import type { TokenScope } from '@holdall/contract/account';

export type { TokenScope };
/** What a token may do, the less first. */
export const tokenScopes = ['read', 'write'] as const satisfies readonly TokenScope[];
