import { beforeAll, expect, test } from 'vitest';
import { text } from '#shared/i18n/messages.ts';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { expiryText } from './expiry.ts';

beforeAll(withMessages);

const now = Date.parse('2026-11-20T10:00:00Z');
const minute = 60_000;
const after = (minutes: number) => expiryText(text, new Date(now + minutes * minute).toISOString(), now);

test.each([
  [0.2, 'Expires in 1 minute'],
  [1.5, 'Expires in 2 minutes'],
  [59, 'Expires in 59 minutes'],
  [60, 'Expires in 1 hour'],
  [119, 'Expires in 2 hours'],
  [23 * 60, 'Expires in 23 hours'],
  [24 * 60 - 1, 'Expires in 1 day'],
  [25 * 60, 'Expires in 1 day and 1 hour'],
  [36 * 60, 'Expires in 1 day and 12 hours'],
  [47 * 60 + 40, 'Expires in 1 day and 23 hours'],
  [48 * 60 - 1, 'Expires in 2 days'],
  [7 * 24 * 60, 'Expires in 7 days'],
])('a link with %s minutes left shows %s', (minutes, said) => expect(after(minutes)).toBe(said));
