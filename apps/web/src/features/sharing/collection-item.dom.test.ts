import { beforeAll, expect, test } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { offeredName } from './collection-item.ts';

beforeAll(withMessages);

test.each([
  {
    first: 'page 1.txt',
    count: 3,
    name: 'page 1.txt and 2 more',
    why: 'of several items is that of the first',
  },
  { first: 'page 1.txt', count: 1, name: 'page 1.txt', why: 'of one item is its own' },
  {
    first: undefined,
    count: 3,
    name: 'Shared items',
    why: 'of items that are not loaded says what they are',
  },
  {
    first: 'é'.repeat(126),
    count: 3,
    name: 'Shared items',
    why: 'that would be too long says what they are',
  },
])('the name that is offered for a collection $why', ({ first, count, name }) =>
  expect(offeredName(first, count)).toBe(name),
);
