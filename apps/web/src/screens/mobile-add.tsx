import { Plus } from 'lucide-react';
import { useEffect } from 'react';
import { addPopup } from '#features/files/actions/add-popup.store.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { useStore } from '#shared/lib/store.ts';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { PopupSlot } from '#shared/ui/popup-slot.tsx';
import { SlotFill } from '#shared/ui/slot.tsx';
import type { FilesActionsProps } from './files.actions.tsx';

const AddPopup = lazyChunk('add', async () => (await import('./files.add-popup.tsx')).AddPopup);

interface MobileAddProps extends FilesActionsProps {
  /** The screen is another one than the folder that things are added to, so that the button must say so. */
  readonly toHome?: boolean;
}

/** The + of the bar at the bottom of small windows. */
export const MobileAdd = ({ toHome = false, ...adding }: MobileAddProps) => {
  const t = useText();
  const open = useStore(addPopup);
  useEffect(() => () => addPopup.set(false), []);
  return (
    <>
      <SlotFill name="add">
        <button
          type="button"
          className="files-add"
          aria-label={t(toHome ? 'frame.add_to_home' : 'frame.add')}
          aria-haspopup="dialog"
          onClick={() => addPopup.set(true)}
        >
          <Plus />
        </button>
      </SlotFill>
      {open && (
        <PopupSlot onFailure={() => addPopup.set(false)}>
          <AddPopup
            title={t(toHome ? 'frame.add_to_home' : 'frame.add')}
            {...adding}
            onClose={() => addPopup.set(false)}
          />
        </PopupSlot>
      )}
    </>
  );
};
