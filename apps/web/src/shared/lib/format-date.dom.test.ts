import { beforeAll, expect, test, vi } from 'vitest';
import { loadMessages } from '#shared/i18n/messages.ts';
import { formatShortDate } from './format-date.ts';
import { formatLongDate } from './format-time.ts';

beforeAll(async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ 'files.time.today': 'Today, {{time}}', 'files.time.yesterday': 'Yesterday' }),
  );
  await loadMessages('en');
});

const now = new Date(2026, 10, 21, 9, 0);
const at = (...parts: [number, number, number, number, number]): string => new Date(...parts).toISOString();

test.each([
  [at(2026, 10, 21, 0, 1), 'Today, 00:01'],
  [at(2026, 10, 20, 23, 59), 'Yesterday'],
  [at(2026, 10, 19, 23, 59), '19 Nov'],
  [at(2025, 10, 21, 12, 0), '21 Nov 2025'],
])('%s reads %s', (iso, text) => expect(formatShortDate(iso, now)).toBe(text));

test('in full', () => expect(formatLongDate(at(2026, 10, 20, 10, 12))).toBe('20 Nov 2026, 10:12'));
