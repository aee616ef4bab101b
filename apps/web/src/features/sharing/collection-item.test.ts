import { beforeAll, expect, test } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { offeredName } from './collection-item.ts';

beforeAll(withMessages);

test.each([
  ['of several items is that of the first', 'page 1.txt', 3, 'page 1.txt and 2 more'],
  ['of one item is its own', 'page 1.txt', 1, 'page 1.txt'],
  ['of items that were not loaded says what they are', undefined, 3, 'Shared items'],
  ['that would be too long says what they are', 'é'.repeat(126), 3, 'Shared items'],
])('the name that is offered for a collection %s', (_case, first, count, name) =>
  expect(offeredName(first, count)).toBe(name),
);
