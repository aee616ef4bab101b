import type { Item } from '@holdall/contract/files';
import { useQueryClient } from '@tanstack/react-query';
import { itemAdded } from '#features/files/cache/files.events.ts';
import { sidesChanged } from '#features/files/cache/realtime.events.ts';
import { folderSource, pathOf } from '#features/files/listing/listing-source.ts';
import { newText } from '#features/uploads/new-text.ts';
import { openEditor } from '#screens/preview-address.ts';
import { text } from '#shared/i18n/messages.ts';
import { useStore } from '#shared/lib/store.ts';
import { isEditable } from '#shared/lib/text-file.ts';
import { currentLocation, navigate } from '#shared/router/location.ts';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { announce } from '#shared/ui/live-region.tsx';
import { PopupSlot } from '#shared/ui/popup-slot.tsx';

const NewTextPopup = lazyChunk(
  'new-text',
  async () => (await import('#features/uploads/ui/new-text.popup.tsx')).NewTextPopup,
);
const close = (): void => newText.set(undefined);

/** Names a new text file, and opens it in the editor over its folder. */
export const NewTextHost = () => {
  const client = useQueryClient();
  const asked = useStore(newText);
  const open = (file: Item['data']): void => {
    const { name, parent_id: parentId } = file.attributes;
    itemAdded(client, file);
    sidesChanged(client, parentId);
    announce(text('new_text.created', { name }));
    const folder = pathOf(folderSource(parentId));
    if (currentLocation().pathname !== folder) navigate(folder);
    if (isEditable(file)) openEditor(file.id);
  };
  return (
    asked && (
      <PopupSlot onFailure={close}>
        <NewTextPopup {...asked} onCreated={open} onClose={close} />
      </PopupSlot>
    )
  );
};
