import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import type { Entry } from '../entry.ts';
import { pageQuery, type ListingRef } from '../cache/files.queries.ts';
import { folderSource } from '../listing/listing-source.ts';
import { endSelecting, selectionStore } from '../selection/selection.store.ts';
import { everything, nothing, selectionOf, type Selection } from '../selection/selection.ts';
import { entryNamed, metaOf } from '../testing/entries.ts';
import { RestoredSelection } from './restored-selection.tsx';

const refOf = (folderId: string | null): ListingRef => ({
  source: folderSource(folderId),
  sorting: { field: 'name', direction: 'ASC' },
});
const [a, b, c] = [entryNamed('a'), entryNamed('b'), entryNamed('c')];
let walks = 0;

afterEach(endSelecting);

/** Renders two folders with these entries in the first one, and navigates between them. */
const walking = async (selected: Selection) => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const client = new QueryClient();
  const show = (entries: readonly Entry[]): void => {
    const page = { entries, root: null, meta: metaOf({ files: entries.length }) };
    client.setQueryData(pageQuery(refOf(null), 0).queryKey, page);
  };
  show([a, b, c]);
  const root = createRoot(document.createElement('div'));
  onTestFinished(() => act(async () => root.unmount()));
  const go = (folderId: string | null, historyKey: string): Promise<void> =>
    act(async () =>
      root.render(
        <QueryClientProvider client={client}>
          <RestoredSelection listing={refOf(folderId)} historyKey={historyKey} />
        </QueryClientProvider>,
      ),
    );
  const walk = (walks += 1);
  const back = () => go(null, `here ${walk}`);
  const there = () => go('other', `there ${walk}`);
  const anew = () => go(null, `anew ${walk}`);
  await back();
  selectionStore.set(selected);
  await there();
  return { show, back, there, anew };
};

test('going back restores the selection, opening the folder again does not', async () => {
  const { back, there, anew } = await walking(selectionOf([a, c]));
  expect(selectionStore.get()).toBe(nothing);
  await back();
  expect(selectionStore.get()).toEqual(selectionOf([a, c]));
  await there();
  await anew();
  expect(selectionStore.get()).toBe(nothing);
});

test.each<[string, Selection, Selection]>([
  ['an entry that is gone meanwhile', selectionOf([a, b]), selectionOf([a])],
  ['everything', everything, everything],
  ['all but one', { all: true, except: new Map([[c.id, c]]) }, { all: true, except: new Map([[c.id, c]]) }],
  ['all but one that is gone', { all: true, except: new Map([[b.id, b]]) }, nothing],
])('coming back after a change: %s', async (_name, before, after) => {
  const { show, back } = await walking(before);
  show([a, c]);
  await back();
  expect(selectionStore.get()).toEqual(after);
});
