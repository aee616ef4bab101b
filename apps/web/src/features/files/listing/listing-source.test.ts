import { defaultSorting } from '@holdall/contract/listing-order';
import { expect, test } from 'vitest';
import { pageQuery, refOfKey, type ListingRef } from '../cache/files.queries.ts';
import {
  folderSource,
  latestSource,
  pathOf,
  sharedSource,
  trashSource,
  withinSource,
} from './listing-source.ts';
import { searchSource, termsFrom } from './search-terms.ts';

const sources = [
  folderSource(null),
  folderSource('a'),
  trashSource(null),
  trashSource('a'),
  latestSource,
  sharedSource,
  searchSource(termsFrom('?q=a+plan&type=images&in=trash')),
];

test('the key of a page identifies its listing', () => {
  for (const source of sources) {
    const ref: ListingRef = { source, sorting: defaultSorting };
    expect(refOfKey(pageQuery(ref, 3).queryKey)).toEqual(ref);
  }
});

test('every listing has an address, and a folder in the trash has another one', () => {
  expect(sources.map((source) => pathOf(source))).toEqual([
    '/platform/files',
    '/platform/files/a',
    '/platform/trash',
    '/platform/trash/a',
    '/platform/recent-uploads',
    '/platform/my-shared-items',
    '/platform/search?q=a+plan&type=images&in=trash',
  ]);
});

test('folders of the trash stay in the trash, all others lead to Files', () => {
  expect(sources.map((source) => withinSource(source, 'b').kind)).toEqual([
    'folder',
    'folder',
    'trash',
    'trash',
    'folder',
    'folder',
    'folder',
  ]);
});
