import type { FilesChanged } from '@holdall/contract/realtime';
import { QueryClient } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Entry } from '../entry.ts';
import { pageQuery } from '../cache/files.queries.ts';
import { applyFilesChanged, receiveFilesChanged } from '../cache/realtime.events.ts';
import { entryNamed, metaOf } from '../testing/entries.ts';
import { listingOf } from '../testing/listing.ts';
import { ListRow } from '../ui/list-row.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const [known, fresh] = [entryNamed('known'), entryNamed('fresh')];
const { ref } = listingOf([known]);
const change: FilesChanged = {
  containers: [null],
  items: [known, fresh],
  removed: [],
  trash: false,
  favourites: false,
  tree: false,
  storage: false,
};

const showing = (): QueryClient => {
  const client = new QueryClient();
  client.setQueryData(pageQuery(ref, 0).queryKey, {
    entries: [known],
    root: null,
    meta: metaOf({ files: 1 }),
  });
  return client;
};

/** Reports whether the entry would fade in if it were drawn now. */
const fades = (entry: Entry): boolean => {
  const states = { selected: false, active: false, compact: false, selecting: false, renaming: false };
  const row = (
    <ListRow
      {...{ entry, index: 0, id: 'row' }}
      {...ref}
      {...states}
      inTrash={false}
      cut={false}
      favourite={false}
    />
  );
  return renderToStaticMarkup(row).includes('data-arrived');
};

test('an entry that arrives from elsewhere fades in where it is drawn then; earlier entries do not', () => {
  receiveFilesChanged(showing(), change);
  expect([fades(fresh), fades(known)]).toEqual([true, false]);
  vi.advanceTimersByTime(2_000);
  expect(fades(fresh), 'later it has been there').toBe(false);
});

test('no entry fades in while the user scrolls', () => {
  receiveFilesChanged(showing(), change);
  document.body.dispatchEvent(new Event('scroll'));
  expect(fades(fresh)).toBe(false);
});

test('an entry that is changed here does not fade in', () => {
  applyFilesChanged(showing(), change);
  expect(fades(fresh)).toBe(false);
});
