import type { ThemeMode } from '@holdall/contract/users';

export const themeModes = ['light', 'dark', 'system'] as const satisfies readonly ThemeMode[];
