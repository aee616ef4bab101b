import { expect, test } from 'vitest';
import { lastPage, pageSpan, sortedBy, usersQueryOf, usersViewFrom } from './users-address.ts';

const usual = { search: '', sort: 'created_at', direction: 'DESC', page: 1 } as const;

test('an address without a query, or with an invalid one, shows the default view', () => {
  expect(usersViewFrom('')).toEqual(usual);
  expect(usersViewFrom('?sort=password&dir=up&page=0')).toEqual(usual);
  expect(usersViewFrom('?page=2e9&page=3')).toEqual(usual);
});

test('a view survives a round trip through its address, which omits defaults', () => {
  const view = { search: 'ada & co', sort: 'used', direction: 'ASC', page: 3 } as const;
  expect(usersViewFrom(usersQueryOf(view))).toEqual(view);
  expect(usersQueryOf(usual)).toBe('');
  expect(usersQueryOf({ ...usual, direction: 'ASC' })).toBe('?sort=created_at&dir=ASC');
});

test('a column sorts in its natural direction, then reversed, from the first page', () => {
  const byName = sortedBy({ ...usual, page: 3 }, 'name');
  expect(byName).toMatchObject({ sort: 'name', direction: 'ASC', page: 1 });
  expect(sortedBy(byName, 'name').direction).toBe('DESC');
  expect(sortedBy(byName, 'used').direction).toBe('DESC');
});

test('a page has 25 users', () => {
  expect(pageSpan(1, 60)).toEqual({ from: 1, to: 25 });
  expect(pageSpan(3, 60)).toEqual({ from: 51, to: 60 });
  expect(pageSpan(4, 60)).toEqual({ from: 0, to: 0 });
  expect([lastPage(0), lastPage(25), lastPage(26), lastPage(60)]).toEqual([1, 1, 2, 3]);
});
