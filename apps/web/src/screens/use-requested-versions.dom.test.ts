import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { selectionOf } from '#features/files/selection/selection.ts';
import { clearSelection, selectionStore } from '#features/files/selection/selection.store.ts';
import { entryNamed } from '#features/files/testing/entries.ts';
import { renderHook } from '#features/files/testing/render-hook.tsx';
import { requestedVersions, requestVersions } from '#features/versions/versions-section.store.ts';
import { change } from '#shared/testing/page.tsx';
import { useRequestedVersions } from './use-requested-versions.ts';

const [a, b] = [entryNamed('a'), entryNamed('b')];

afterEach(() => {
  requestedVersions.set(undefined);
  clearSelection();
});

/** Requests the versions of a selected file in a listing. @returns how often its details are shown */
const request = async (canShow: boolean) => {
  let shown = 0;
  const showDetails = (): void => void (shown += 1);
  selectionStore.set(selectionOf([a]));
  await renderHook(new QueryClient(), useRequestedVersions, { canShow, showDetails });
  await change(() => requestVersions(a.id));
  return () => shown;
};

test('a request for versions shows the details, and waits for their section', async () => {
  const shown = await request(true);
  expect([shown(), requestedVersions.get()]).toEqual([1, a.id]);
});

test('a request that no section can serve is dropped', async () => {
  const shown = await request(false);
  expect([shown(), requestedVersions.get()]).toEqual([0, undefined]);
});

test('a request ends where another file is selected', async () => {
  await request(true);
  await change(() => selectionStore.set(selectionOf([b])));
  expect(requestedVersions.get()).toBeUndefined();
});
