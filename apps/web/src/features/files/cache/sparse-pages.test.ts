import { pageSize } from '@holdall/contract/listing-order';
import { describe, expect, test } from 'vitest';
import type { Page } from '../entry.ts';
import {
  entriesBetween,
  entryAt,
  indexOfEntry,
  pagesBetween,
  withEntry,
  type SparsePages,
} from './sparse-pages.ts';
import { entryNamed, metaOf } from '../testing/entries.ts';

const byName = { field: 'name', direction: 'ASC' } as const;

/** Returns a folder of files `0000`, `0002`, `0004` … with some of its pages loaded. */
const folderOf = (total: number, loaded: readonly number[]): SparsePages =>
  new Map(
    loaded.map((number): [number, Page] => [
      number,
      {
        root: null,
        meta: metaOf({ files: total }),
        entries: Array.from({ length: Math.min(pageSize, total - number * pageSize) }, (_, index) =>
          entryNamed(String((number * pageSize + index) * 2).padStart(6, '0')),
        ),
      },
    ]),
  );

const nameAt = (pages: SparsePages, index: number) => entryAt(pages, index)?.attributes.name;

test('an index leads to its page', () => {
  const pages = folderOf(1200, [0, 2]);
  expect([
    nameAt(pages, 0),
    nameAt(pages, 499),
    nameAt(pages, 500),
    nameAt(pages, 1000),
    nameAt(pages, 1199),
  ]).toEqual(['000000', '000998', undefined, '002000', '002398']);
  expect(pagesBetween(490, 1010)).toEqual([0, 1, 2]);
  expect(pagesBetween(0, -1)).toEqual([]);
  expect(entriesBetween(pages, 497, 499)?.length).toBe(3);
  expect(entriesBetween(pages, 498, 501)).toBeUndefined();
});

test('an entry is found at its current index', () => {
  const before = folderOf(1200, [0, 2]);
  expect(indexOfEntry(before, 'id-002000')).toBe(1000);
  expect(indexOfEntry(withEntry(before, entryNamed('!'), byName).pages, 'id-000002')).toBe(2);
  expect(indexOfEntry(before, 'id-001000')).toBe(-1);
});

describe('adding an entry', () => {
  test('inserts it at its position and shifts the rest across pages', () => {
    const { pages } = withEntry(folderOf(1200, [0, 1, 2]), entryNamed('000003'), byName);
    expect([1, 2, 3, 499, 500, 999, 1000, 1200].map((index) => nameAt(pages, index))).toEqual([
      '000002',
      '000003',
      '000004',
      '000996',
      '000998',
      '001996',
      '001998',
      '002398',
    ]);
    expect(pages.get(2)?.meta).toMatchObject({ total: 1201, files: 1201, folders: 0 });
  });

  test('keeps loaded pages whose first entry has become unknown, and reports them as stale', () => {
    const before = folderOf(1600, [0, 2, 3]);
    const { pages, stale } = withEntry(before, entryNamed('!'), byName);
    expect(stale).toEqual([2, 3]);
    expect(pages.get(0)?.entries.length).toBe(pageSize);
    expect(nameAt(pages, 0)).toBe('!');
    expect(pages.get(3)?.entries).toEqual(before.get(3)?.entries);
    expect([...pages.values()].map(({ meta }) => meta.total)).toEqual([1601, 1601, 1601]);
  });

  test('leaves earlier pages unchanged', () => {
    const { pages } = withEntry(folderOf(1000, [0, 1]), entryNamed('001001'), byName);
    expect(nameAt(pages, 499)).toBe('000998');
    expect(nameAt(pages, 501)).toBe('001001');
    expect(pages.get(0)?.meta.total).toBe(1001);
  });

  test('does not guess the position if the neighbours are not loaded', () => {
    const before = folderOf(5000, [0]);
    const { pages, stale } = withEntry(before, entryNamed('005555'), byName);
    expect(stale).toEqual([0]);
    expect(pages.get(0)?.entries).toEqual(before.get(0)?.entries);
    expect(pages.get(0)?.meta.total).toBe(5001);
  });

  test('keeps folders first, whatever the sorting', () => {
    const { pages } = withEntry(folderOf(3, [0]), entryNamed('zzz', { type: 'folder' }), byName);
    expect([0, 1, 2, 3].map((index) => nameAt(pages, index))).toEqual(['zzz', '000000', '000002', '000004']);
    expect(pages.get(0)?.meta).toMatchObject({ total: 4, folders: 1, files: 3 });
  });

  test('replaces an existing entry', () => {
    const [first] = folderOf(3, [0]).get(0)?.entries ?? [];
    const again = { ...first, attributes: { ...first?.attributes, size: 7 } } as NonNullable<typeof first>;
    const { pages } = withEntry(folderOf(3, [0]), again, byName);
    expect(entryAt(pages, 0)?.attributes.size).toBe(7);
    expect(pages.get(0)?.meta.total).toBe(3);
  });

  test('newest first puts the newest first', () => {
    const { pages } = withEntry(folderOf(3, [0]), entryNamed('new', { created_at: '2027-01-01T00:00:00Z' }), {
      field: 'created_at',
      direction: 'DESC',
    });
    expect(nameAt(pages, 0)).toBe('new');
  });
});
