import type { ThemeMode } from '@holdall/contract/users';

export type Theme = 'light' | 'dark';

/** Returns the theme of a mode on a device that does or does not prefer dark. */
export const themeOf = (mode: ThemeMode, prefersDark: boolean): Theme =>
  mode === 'system' ? (prefersDark ? 'dark' : 'light') : mode;
