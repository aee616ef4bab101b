import { expect, test } from 'vitest';
import { activityQueryOf, activityViewFrom, inGroup, isFiltered } from './activity-address.ts';

const none = { group: undefined, kind: undefined, user: undefined, from: undefined, to: undefined };
const id = '0199a0c0-1111-7222-8333-444455556666';

test('filters are found again in their address', () => {
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

test('what is no filter is left out', () => {
  expect(activityViewFrom('?group=x&kind=y&user=z&from=tomorrow&to=2026-13-45')).toEqual(none);
  expect(activityViewFrom('?group=session&kind=user.created')).toEqual({ ...none, group: 'session' });
});

test('a kind goes with its group', () => {
  const view = { ...none, kind: 'user.created' } as const;
  expect(inGroup(view, 'admin')).toEqual({ ...view, group: 'admin' });
  expect(inGroup(view, 'session')).toEqual({ ...none, group: 'session' });
});
