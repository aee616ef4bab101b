import { expect, test } from 'vitest';
import { endFields, firstMoment, hoursOf, lastMoment, momentOf, never } from './link-end.ts';

const now = Date.parse('2026-11-29T06:40:00Z');
const moment = '2027-01-31T18:00:00.000Z';

test('an end is sent as hours of the list, as a moment, or as none', () => {
  expect(['48', moment, never].map(endFields)).toEqual([
    { expiration: 48 },
    { expires_at: moment },
    { expiration: null },
  ]);
  expect(['48', '3', moment, never].map(hoursOf)).toEqual([48, undefined, undefined, undefined]);
});

test('hours are counted from now', () => {
  expect([momentOf('2', now), momentOf(moment, now), momentOf(never, now)]).toEqual([
    '2026-11-29T08:40:00.000Z',
    moment,
    undefined,
  ]);
});

test('the moments that are offered lie in a month at a full hour, and within ten years', () => {
  expect(firstMoment(now)).toBe('2026-12-29T07:00:00.000Z');
  expect(lastMoment(now)).toBe('2036-11-26T06:40:00.000Z');
});
