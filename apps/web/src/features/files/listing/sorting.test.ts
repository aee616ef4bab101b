import { defaultSorting, type Sorting } from '@holdall/contract/listing-order';
import { expect, test } from 'vitest';
import { folderSource, latestSource, type ListingSource, trashSource } from './listing-source.ts';
import { shownDateField } from './shown-date.ts';
import { searchFrom, searchOf, sortedBy, sortFieldsOf, sortingFrom } from './sorting.ts';

test('newest first unless the address says otherwise', () => {
  expect(sortingFrom('')).toEqual({ field: 'created_at', direction: 'DESC' });
  expect(sortingFrom('?sort=evil&dir=sideways')).toEqual({ field: 'created_at', direction: 'DESC' });
  expect(sortingFrom('?sort=name')).toEqual({ field: 'name', direction: 'ASC' });
  expect(sortingFrom('?sort=size&dir=ASC')).toEqual({ field: 'size', direction: 'ASC' });
});

test('a header first sorts by its field, then reverses the order', () => {
  const byName = sortedBy(defaultSorting, 'name');
  expect(byName).toEqual({ field: 'name', direction: 'ASC' });
  expect(sortedBy(byName, 'name')).toEqual({ field: 'name', direction: 'DESC' });
  expect(sortedBy(byName, 'created_at')).toEqual(defaultSorting);
});

test('the address and the sorting are equivalent', () => {
  expect(searchOf(defaultSorting)).toEqual({});
  for (const sorting of [
    { field: 'name', direction: 'DESC' },
    { field: 'created_at', direction: 'ASC' },
  ] as const)
    expect(sortingFrom(`?${new URLSearchParams(searchOf(sorting))}`)).toEqual(sorting);
});

test('the trash begins with the latest deletion; a folder in it, whose items were not deleted themselves, does not', () => {
  const trash = trashSource(null);
  expect(sortingFrom('', trash)).toEqual({ field: 'deleted_at', direction: 'DESC' });
  expect(sortFieldsOf(trash)).toEqual(['name', 'size', 'deleted_at', 'created_at', 'modified_at']);
  expect(sortingFrom('?sort=deleted_at', trash)).toEqual({ field: 'deleted_at', direction: 'DESC' });
  expect(sortingFrom('?sort=deleted_at', trashSource('folder'))).toEqual(defaultSorting);
  expect(searchOf({ field: 'deleted_at', direction: 'DESC' }, trash)).toEqual({});
  expect(searchOf(defaultSorting, trash)).toEqual({ sort: 'created_at', dir: 'DESC' });
  expect(sortingFrom('?sort=created_at&dir=DESC', trash)).toEqual(defaultSorting);
});

test('the initial order of a folder of the trash does not carry over to the trash', () => {
  const [folder, top] = [trashSource('folder'), trashSource(null)];
  expect(searchFrom(folder, defaultSorting, top)).toEqual({});
  const byName = { field: 'name', direction: 'ASC' } as const;
  expect(searchFrom(folder, byName, top)).toEqual({ sort: 'name', dir: 'ASC' });
});

test('the latest uploads have a fixed order', () => {
  expect(sortingFrom('?sort=name', latestSource)).toEqual(defaultSorting);
});

test('a chosen order carries over, one that only the trash supports does not', () => {
  const byName = { field: 'name', direction: 'ASC' } as const;
  expect(searchOf(byName, trashSource('folder'))).toEqual({ sort: 'name', dir: 'ASC' });
  const oldest = { field: 'deleted_at', direction: 'ASC' } as const;
  expect(searchOf(oldest, trashSource('folder'))).toEqual({});
  expect(searchOf(oldest, folderSource(null))).toEqual({});
});

test('the trash shows the dates of deletion, unless it is sorted by the dates of changes', () => {
  const by = (field: Sorting['field']): Sorting => ({ field, direction: 'DESC' });
  const shown = (source: ListingSource) =>
    (['name', 'created_at', 'modified_at'] as const).map((field) => shownDateField(source, by(field)));
  expect(shown(trashSource(null))).toEqual(['deleted_at', 'deleted_at', 'modified_at']);
  expect(shownDateField(trashSource(null), by('deleted_at'))).toBe('deleted_at');
  for (const source of [trashSource('folder'), folderSource(null)])
    expect(shown(source)).toEqual(['created_at', 'created_at', 'modified_at']);
});
