import { expect, test } from 'vitest';
import { defaultSorting, searchOf, sortedBy, sortingFrom } from './sorting.ts';

test('newest first unless the address says otherwise', () => {
  expect(sortingFrom('')).toEqual({ field: 'created_at', direction: 'DESC' });
  expect(sortingFrom('?sort=evil&dir=sideways')).toEqual({ field: 'created_at', direction: 'DESC' });
  expect(sortingFrom('?sort=name')).toEqual({ field: 'name', direction: 'ASC' });
  expect(sortingFrom('?sort=size&dir=ASC')).toEqual({ field: 'size', direction: 'ASC' });
});

test('a header sorts by its field first, then turns', () => {
  const byName = sortedBy(defaultSorting, 'name');
  expect(byName).toEqual({ field: 'name', direction: 'ASC' });
  expect(sortedBy(byName, 'name')).toEqual({ field: 'name', direction: 'DESC' });
  expect(sortedBy(byName, 'created_at')).toEqual(defaultSorting);
});

test('the address and the sorting say the same', () => {
  expect(searchOf(defaultSorting)).toEqual({});
  for (const sorting of [
    { field: 'name', direction: 'DESC' },
    { field: 'created_at', direction: 'ASC' },
  ] as const)
    expect(sortingFrom(`?${new URLSearchParams(searchOf(sorting))}`)).toEqual(sorting);
});
