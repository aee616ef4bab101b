import { expect, test, vi } from 'vitest';
import { batchOf } from '#features/files/actions/batch.ts';
import { closeItemPopup, openItemPopup } from '#features/files/actions/item-popup.store.ts';
import { folderSource } from '#features/files/listing/listing-source.ts';
import { change, openPlace } from '#shared/testing/page.tsx';
import { SharingHost } from './sharing-host.tsx';

const { load } = vi.hoisted(() => ({ load: vi.fn<() => void>() }));
vi.mock(import('../sharing-popups.tsx'), () => {
  load();
  return { SharingPopups: () => null };
});

test('the popups about links load with the menu that leads to them, not before', async () => {
  const { draw } = openPlace();
  await draw(<SharingHost />);
  expect(load).not.toHaveBeenCalled();
  const batch = batchOf([], { source: folderSource(null), isTrash: false });
  const at = { left: 0, right: 0, top: 0, bottom: 0 };
  await change(() => openItemPopup({ kind: 'menu', entry: undefined, batch, at }));
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
  await change(closeItemPopup);
});
