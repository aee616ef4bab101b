import { pageSize } from '@holdall/contract/listing-order';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Entry, Page } from '../entry.ts';
import { entryAt, type SparsePages } from './sparse-pages.ts';
import { entryNamed, metaOf } from '../testing/entries.ts';
import { withOnly, withoutEntries } from './without-entries.ts';

const everyEntry = (total: number): Entry[] =>
  Array.from({ length: total }, (_, index) => entryNamed(String(index).padStart(6, '0')));

/** Returns a folder of files of 10 bytes, `000000`, `000001` …, of which some pages are loaded. */
const pagesOf = (entries: readonly Entry[], loaded: readonly number[]): SparsePages =>
  new Map(
    loaded.map((number): [number, Page] => [
      number,
      {
        root: null,
        meta: metaOf({ files: entries.length, size: entries.length * 10 }),
        entries: entries.slice(number * pageSize, (number + 1) * pageSize),
      },
    ]),
  );
const mapOf = (entries: readonly Entry[]) => new Map(entries.map((entry) => [entry.id, entry]));
const metaIn = (pages: SparsePages) => [...pages.values()].map(({ meta }) => meta.total);

test('loaded entries stay in order, wherever entries are removed', () => {
  const all = everyEntry(1900);
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(1899), { minLength: 1, maxLength: 900 }),
      fc.subarray([0, 1, 2, 3], { minLength: 1 }),
      (places, loaded) => {
        const gone = mapOf(places.flatMap((index) => all[index] ?? []));
        const { pages, stale } = withoutEntries(pagesOf(all, loaded), gone);
        const left = all.filter(({ id }) => !gone.has(id));
        expect(new Set(metaIn(pages))).toEqual(new Set([left.length]));
        const isCertain = places.every((index) => loaded.includes(Math.floor(index / pageSize)));
        const wanted = loaded.map((number) => left.slice(number * pageSize, (number + 1) * pageSize));
        const found = loaded.map((number) => pages.get(number)?.entries ?? []);
        // No entry is at a wrong index, and missing ones are requested.
        const short = loaded.filter((_, at) => (found[at]?.length ?? 0) < (wanted[at]?.length ?? 0));
        expect(stale).toEqual(isCertain ? short : loaded);
        const misplaced = found.filter(
          (page, at) => isCertain && page.some((entry, place) => entry !== wanted[at]?.[place]),
        );
        expect(misplaced).toEqual([]);
      },
    ),
    { numRuns: 60 },
  );
});

test('a removal on the first page pulls up the second and requests the tail that is not loaded', () => {
  const all = everyEntry(1900);
  const { pages, stale } = withoutEntries(pagesOf(all, [0, 1]), mapOf(all.slice(3, 5)));
  expect([2, 3, 499, 500, 997].map((index) => entryAt(pages, index)?.attributes.name)).toEqual([
    '000002',
    '000005',
    '000501',
    '000502',
    '000999',
  ]);
  expect(entryAt(pages, 998)).toBeUndefined();
  expect(stale).toEqual([1]);
  expect(pages.get(0)?.meta).toMatchObject({ total: 1898, files: 1898, size: 18980 });
});

test('folders and files are counted separately', () => {
  const folder = entryNamed('folder', { type: 'folder' });
  const file = entryNamed('file');
  const before: SparsePages = new Map([
    [0, { root: null, meta: metaOf({ folders: 1, files: 1, size: 10 }), entries: [folder, file] }],
  ]);
  const { pages } = withoutEntries(before, mapOf([folder]));
  expect(pages.get(0)?.meta).toMatchObject({ total: 1, folders: 0, files: 1, size: 10 });
});

test('everything except some leaves those and requests all pages', () => {
  const all = everyEntry(1200);
  const { pages, stale } = withOnly(
    pagesOf(all, [0, 2]),
    mapOf([7, 600].flatMap((index) => all[index] ?? [])),
  );
  expect(pages.get(0)?.entries.map(({ attributes }) => attributes.name)).toEqual(['000007']);
  expect(pages.get(2)?.entries).toEqual([]);
  expect(metaIn(pages)).toEqual([2, 2]);
  expect(stale).toEqual([0, 2]);
});
