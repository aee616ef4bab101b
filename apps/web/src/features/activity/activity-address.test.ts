import { expect, onTestFinished, test, vi } from 'vitest';
import {
  activityQueryOf,
  activityViewFrom,
  exportAddress,
  inGroup,
  isFiltered,
  timesOf,
} from './activity-address.ts';

const none = { group: undefined, kind: undefined, user: undefined, from: undefined, to: undefined };
const id = '0199a0c0-1111-7222-8333-444455556666';

test('filters survive a round trip through their address', () => {
  const view = {
    group: 'admin',
    kind: 'user.created',
    user: id,
    from: '2026-11-01',
    to: '2026-11-20',
  } as const;
  expect(activityViewFrom(activityQueryOf(view))).toEqual(view);
  expect([isFiltered(view), isFiltered(none)]).toEqual([true, false]);
});

test('invalid filters are dropped', () => {
  expect(activityViewFrom('?group=x&kind=y&user=z&from=tomorrow&to=2026-13-45')).toEqual(none);
  expect(activityViewFrom('?group=session&kind=user.created')).toEqual({ ...none, group: 'session' });
});

test('the file of a view contains the filtered entries', () => {
  expect(exportAddress('csv', none)).toBe('/api/admin/activity/export?format=csv');
  const { searchParams } = new URL(
    exportAddress('json', { ...none, kind: 'user.created', user: id, from: '2026-11-21' }),
    'http://localhost',
  );
  expect(Object.fromEntries(searchParams)).toEqual({
    format: 'json',
    kind: 'user.created',
    user: id,
    from: timesOf({ from: '2026-11-21', to: undefined }).from,
  });
});

test('a kind is dropped together with its group', () => {
  const view = { ...none, kind: 'user.created' } as const;
  expect(inGroup(view, 'admin')).toEqual({ ...view, group: 'admin' });
  expect(inGroup(view, 'session')).toEqual({ ...none, group: 'session' });
});

test.each(['America/Los_Angeles', 'Europe/Prague'])('days are those of a device in %s', (zone) => {
  vi.stubEnv('TZ', zone);
  onTestFinished(() => void vi.unstubAllEnvs());
  const begun = (month: number, day: number) => new Date(2026, month - 1, day).toISOString();
  expect(timesOf({ from: '2026-11-21', to: '2026-11-21' })).toEqual({
    from: begun(11, 21),
    to: begun(11, 22),
  });
  // One of these days has 23 hours, another one 25.
  expect(timesOf({ from: '2026-03-08', to: '2026-10-25' })).toEqual({
    from: begun(3, 8),
    to: begun(10, 26),
  });
  expect(begun(11, 21)).not.toBe('2026-11-21T00:00:00.000Z');
});

test('a missing day, or one past year 9999, is not sent', () => {
  expect(timesOf({ from: undefined, to: '9999-12-31' })).toEqual({ from: undefined, to: undefined });
});
