import { expect, test } from 'vitest';
import type { Entry } from '#features/files/entry.ts';
import {
  folderSource,
  latestSource,
  trashSource,
  type ListingSource,
} from '#features/files/listing/listing-source.ts';
import { entryNamed } from '#features/files/testing/entries.ts';
import { listingOf } from '#features/files/testing/listing.ts';
import { singleItemBatch } from './single-item-batch.ts';

const fileIn = (parent_id: string | null, deleted_at: string | null = null): Entry => {
  const entry = entryNamed('a.txt');
  return { ...entry, attributes: { ...entry.attributes, parent_id, deleted_at } };
};
const deletedAt = '2026-11-21T10:00:00Z';
const [live, deleted, within] = [fileIn('folder'), fileIn('folder', deletedAt), fileIn('folder')];

const cases: readonly {
  readonly what: string;
  readonly listed: ListingSource;
  readonly entry: Entry;
  readonly isTrashed: boolean;
  readonly from: ListingSource;
}[] = [
  {
    what: 'a file of its folder',
    listed: folderSource('folder'),
    entry: live,
    isTrashed: false,
    from: folderSource('folder'),
  },
  { what: 'a file of the latest', listed: latestSource, entry: live, isTrashed: false, from: latestSource },
  {
    what: 'what was restored over the trash',
    listed: trashSource(null),
    entry: live,
    isTrashed: false,
    from: folderSource('folder'),
  },
  {
    what: 'what was restored over a folder of the trash',
    listed: trashSource('folder'),
    entry: live,
    isTrashed: false,
    from: folderSource('folder'),
  },
  {
    what: 'what went to the trash with its folder, over the latest',
    listed: latestSource,
    entry: within,
    isTrashed: true,
    from: trashSource('folder'),
  },
  {
    what: 'what went to the trash, over its folder',
    listed: folderSource('folder'),
    entry: deleted,
    isTrashed: true,
    from: trashSource(null),
  },
  {
    what: 'what lies in the trash',
    listed: trashSource(null),
    entry: deleted,
    isTrashed: true,
    from: trashSource(null),
  },
  {
    what: 'what lies in a folder of the trash',
    listed: trashSource('folder'),
    entry: within,
    isTrashed: true,
    from: trashSource('folder'),
  },
  {
    what: 'what lies in a folder of the trash, looked at over its top',
    listed: trashSource(null),
    entry: within,
    isTrashed: true,
    from: trashSource('folder'),
  },
];

test.each(cases)('$what is taken from where it lies now', ({ listed, entry, isTrashed, from }) => {
  const batch = singleItemBatch(entry, listingOf([], listed), isTrashed);
  expect(batch).toEqual({ source: from, isTrash: isTrashed, all: false, entries: [entry], count: 1 });
});

test('a folder of the trash that is looked at in Files takes its files from there', () => {
  const shown = listingOf([within], folderSource('folder'));
  const listing = { ...shown, ...(shown.meta && { meta: { ...shown.meta, trashed: true } }) };
  expect(singleItemBatch(within, listing, true)).toMatchObject({
    source: folderSource('folder'),
    isTrash: true,
  });
  expect(singleItemBatch(live, listing, false)).toMatchObject({
    source: folderSource('folder'),
    isTrash: false,
  });
});
