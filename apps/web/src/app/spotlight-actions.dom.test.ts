import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { selectionOf } from '#features/files/selection/selection.ts';
import { clearSelection, selectionStore } from '#features/files/selection/selection.store.ts';
import { entryNamed } from '#features/files/testing/entries.ts';
import { renderHook } from '#features/files/testing/render-hook.tsx';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { change } from '#shared/testing/page.tsx';
import { useSelectedActions } from './spotlight-actions.tsx';

beforeAll(withMessages);
afterEach(() => change(clearSelection));

test('the versions of a selected file are offered in its folder, and not in a folder of the trash', async () => {
  selectionStore.set(selectionOf([entryNamed('minutes.txt')]));
  const { result, rerender } = await renderHook<string, ReturnType<typeof useSelectedActions>>(
    new QueryClient(),
    useSelectedActions,
    'files',
  );
  expect(result.current.map(({ title }) => title)).toEqual(['Versions of minutes.txt']);
  await rerender('trash');
  expect(result.current).toEqual([]);
});
