import { beforeAll, beforeEach, expect, test } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { alerts } from '#shared/ui/alert.ts';
import { mayCreateFolder } from './restrictions.ts';

beforeAll(withMessages);
beforeEach(() => alerts.set([]));

test.each([
  ['Quarterly audit', 'Quarterly audit'],
  [null, 'Please ask your administrator.'],
])('who may not make folders is told so; the reason %j', (reason, message) => {
  expect(mayCreateFolder({ canCreateFolder: false, reason })).toBe(false);
  expect(alerts.get()).toMatchObject([{ title: 'Creating folders is temporarily disabled', message }]);
});

test('a user without restrictions is told nothing', () => {
  expect(mayCreateFolder({ canCreateFolder: true, reason: 'An old one' })).toBe(true);
  expect(alerts.get()).toEqual([]);
});
