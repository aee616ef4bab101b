import { expect, test } from 'vitest';
import { folderSource } from '../listing/listing-source.ts';
import { entryNamed } from '../testing/entries.ts';
import { listingOf } from '../testing/listing.ts';
import { batchOf, firstOf } from './batch.ts';

const [a, b] = [entryNamed('a'), entryNamed('b')];
const origin = { source: folderSource(null), isTrash: false };
const allBut = (...except: (typeof a)[]) =>
  ({ ...origin, all: true, except: new Map(except.map((one) => [one.id, one])), count: 2 }) as const;

test('the first of a batch is the first selected entry, or of everything the first that is not excepted', () => {
  expect(firstOf(batchOf([b, a], origin), listingOf([a, b]))).toBe(b);
  expect(firstOf(allBut(), listingOf([a, b]))).toBe(a);
  expect(firstOf(allBut(a), listingOf([a, b]))).toBe(b);
  expect(firstOf(allBut(a), listingOf([]))).toBeUndefined();
});
