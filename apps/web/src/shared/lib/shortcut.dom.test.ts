import { en } from '@holdall/contract/messages/en';
import { beforeEach, expect, test, vi } from 'vitest';

/** The module as it loads on a platform. */
const on = async (platform: string) => {
  vi.resetModules();
  vi.stubGlobal('fetch', async () => Response.json(en));
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue(platform);
  const { loadMessages } = await import('#shared/i18n/messages.ts');
  await loadMessages('en');
  return import('./shortcut.ts');
};

beforeEach(() => vi.restoreAllMocks());

test('keys are written as this keyboard has them', async () => {
  const { shortcutText, keySymbols, shortcutNames } = await on('Linux x86_64');
  expect(shortcutText('Mod+S')).toBe('Ctrl S');
  expect(shortcutText('Delete')).toBe('Del');
  expect(keySymbols('Alt+ArrowUp')).toEqual(['Alt', '↑']);
  expect(keySymbols('+')).toEqual(['+']);
  expect(shortcutNames('Mod+S')).toBe('Control+S');
});

test('the keys of a Mac are symbols', async () => {
  const { shortcutText, keySymbols, shortcutNames } = await on('MacIntel');
  expect(shortcutText('Mod+S')).toBe('⌘S');
  expect(shortcutText('Alt+Enter')).toBe('⌥↩');
  expect(keySymbols('Escape')).toEqual(['Esc']);
  expect(shortcutNames('Mod+S')).toBe('Meta+S');
});
