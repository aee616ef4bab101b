import { expect, onTestFinished, test, vi } from 'vitest';
import { loadMessages } from '#shared/i18n/messages.ts';
import { formatBytes } from './format-bytes.ts';

test.each([
  [0, '0 B'],
  [1, '1 B'],
  [999, '999 B'],
  [1000, '1 KB'],
  [184_200, '184 KB'],
  [999_499, '999 KB'],
  [999_500, '1 MB'],
  [8_412_000, '8.4 MB'],
  [8_000_000, '8 MB'],
  [99_960_000, '100 MB'],
  [412_300_000, '412 MB'],
  [5_368_709_120, '5.4 GB'],
  [2e18, '2,000 PB'],
])('%i bytes read %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

test('another language has units and separators of its own', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ 'bytes.units': 'o ko Mo Go To Po' }));
  await loadMessages('fr');
  expect(formatBytes(8_412_000)).toBe('8,4 Mo');
  expect(formatBytes(12)).toBe('12 o');
});

test('number and unit stay in their order on a page that is written from right to left', async () => {
  onTestFinished(() => {
    document.documentElement.dir = '';
  });
  vi.stubGlobal('fetch', async () => Response.json({}));
  await loadMessages('he', 'rtl');
  expect(formatBytes(12)).toBe('\u200e12 B');
});
