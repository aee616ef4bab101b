import type { ThemeMode } from '@holdall/contract/users';

export type Theme = 'light' | 'dark';

/** What a mode looks like on a device that prefers dark, or does not. */
export const themeOf = (mode: ThemeMode, prefersDark: boolean): Theme =>
  mode === 'system' ? (prefersDark ? 'dark' : 'light') : mode;
