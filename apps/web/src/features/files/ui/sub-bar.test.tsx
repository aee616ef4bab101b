import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { endSelecting, multiSelect, selectionStore, ticked } from '../selection/selection.store.ts';
import { nothing, selectionOf } from '../selection/selection.ts';
import { draw } from '../testing/draw.tsx';
import { change } from '#shared/testing/page.tsx';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { entryNamed } from '../testing/entries.ts';
import { actionsFor, listingOf } from '../testing/listing.ts';
import { preloadSelectionBar, SubBar } from './sub-bar.tsx';

beforeAll(async () => {
  await withMessages();
  // The selection bar is loaded in advance.
  preloadSelectionBar();
  await import('./selection-bar.tsx');
});

test('Select starts with an empty selection', async () => {
  const [a, b] = [entryNamed('a'), entryNamed('b')];
  const listing = listingOf([a, b]);
  const bar = { ...listing.ref, meta: listing.meta, loading: false, detailsOpen: false };
  const ignore = (): void => undefined;
  selectionStore.set(selectionOf([a]));
  onTestFinished(endSelecting);
  const { press } = await draw(
    <SubBar {...bar} actions={actionsFor(listing)} onSort={ignore} onDetails={ignore} />,
  );
  await press('Select');
  expect(multiSelect.get()).toBe(true);
  expect(selectionStore.get()).toBe(nothing);
});

test('one ticked row opens the selection bar, one plain press does not', async () => {
  const a = entryNamed('a');
  const listing = listingOf([a]);
  const bar = { ...listing.ref, meta: listing.meta, loading: false, detailsOpen: false };
  const ignore = (): void => undefined;
  onTestFinished(endSelecting);
  selectionStore.set(selectionOf([a]));
  await draw(<SubBar {...bar} actions={actionsFor(listing)} onSort={ignore} onDetails={ignore} />);
  const bars = () => document.querySelectorAll('.selection-bar').length;
  expect(bars()).toBe(0);
  await change(() => ticked.set(true));
  expect(bars()).toBe(1);
});
