import { expect, test } from 'vitest';
import { folderSource, latestSource, trashSource } from './listing-source.ts';
import { defaultSorting, searchBetween, searchOf, sortedBy, sortingFrom } from './sorting.ts';

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

test('the trash is sorted by deletion, a folder in it like any other, the latest uploads by nothing else', () => {
  const trash = trashSource(null);
  expect(sortingFrom('', trash)).toEqual({ field: 'deleted_at', direction: 'DESC' });
  expect(sortingFrom('?sort=deleted_at', trashSource('folder'))).toEqual(defaultSorting);
  expect(sortingFrom('?sort=name', latestSource)).toEqual(defaultSorting);
  expect(searchOf({ field: 'deleted_at', direction: 'DESC' }, trash)).toEqual({});
  expect(searchOf(defaultSorting, trash)).toEqual({ sort: 'created_at', dir: 'DESC' });
});

test('an order that only the trash knows does not leave it', () => {
  expect(searchOf({ field: 'deleted_at', direction: 'ASC' }, folderSource(null))).toEqual({});
});

test('an order that nobody has chosen stays behind, a chosen one comes along', () => {
  const inTrash = trashSource('folder');
  const from = { source: inTrash, sorting: defaultSorting };
  expect(searchBetween(from, trashSource(null))).toEqual({});
  const byName = { field: 'name', direction: 'ASC' } as const;
  expect(searchBetween({ ...from, sorting: byName }, trashSource(null))).toEqual({
    sort: 'name',
    dir: 'ASC',
  });
  const oldest = { field: 'deleted_at', direction: 'ASC' } as const;
  expect(searchBetween({ source: trashSource(null), sorting: oldest }, inTrash)).toEqual({});
});
