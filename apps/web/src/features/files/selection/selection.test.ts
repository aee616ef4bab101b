import { expect, test } from 'vitest';
import {
  everything,
  isSelected,
  nothing,
  onlySelected,
  selectedCount,
  selectionOf,
  summaryOf,
  toggled,
  toggledAll,
  withEntries,
  without,
} from './selection.ts';
import { entryNamed, metaOf } from '../testing/entries.ts';

const [a, b] = [entryNamed('a', { size: 5 }), entryNamed('b', { size: 7 })];
const folder = entryNamed('f', { type: 'folder' });
const meta = metaOf({ folders: 10, files: 99_990, size: 1_000_000 });

test('toggling adds and removes entries', () => {
  const one = toggled(nothing, a);
  expect(isSelected(one, a.id)).toBe(true);
  expect(onlySelected(one)).toBe(a);
  expect(toggled(one, a)).toEqual(nothing);
  expect(onlySelected(toggled(one, b))).toBeUndefined();
});

test('everything is selected without being loaded, and its count is right', () => {
  expect(selectedCount(everything, 100_000)).toBe(100_000);
  expect(isSelected(everything, 'id-never-seen')).toBe(true);
  expect(summaryOf(everything, meta)).toEqual({
    count: 100_000,
    folders: 10,
    files: 99_990,
    size: 1_000_000,
  });
  const most = toggled(toggled(everything, a), folder);
  expect(isSelected(most, a.id)).toBe(false);
  expect(summaryOf(most, meta)).toEqual({ count: 99_998, folders: 9, files: 99_989, size: 999_995 });
  expect(selectedCount(withEntries(most, [a]), 100_000)).toBe(99_999);
});

test('a range adds to the selection', () => {
  const both = withEntries(selectionOf([a]), [a, b, folder]);
  expect(summaryOf(both, meta)).toEqual({ count: 3, folders: 1, files: 2, size: 12 });
});

test('a deleted entry is no longer selected, and a whole area is toggled in one go', () => {
  expect(without(selectionOf([a, b]), [b, folder])).toEqual(selectionOf([a]));
  expect(without(toggled(everything, a), [a])).toEqual(everything);
  expect(toggledAll(selectionOf([a]), [a, b])).toEqual(selectionOf([b]));
  expect(isSelected(toggledAll(everything, [a, b]), b.id)).toBe(false);
});
