import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { PopupSlot } from '#shared/ui/popup-slot.tsx';
import { SlotFill } from '#shared/ui/slot.tsx';
import type { FilesActionsProps } from './files.actions.tsx';

const AddPopup = lazyChunk('add', async () => (await import('./files.add-popup.tsx')).AddPopup);

interface MobileAddProps extends FilesActionsProps {
  /** Whether the screen is another one than the folder that things are added to, so that it must be said. */
  readonly toHome?: boolean;
}

/** The + of the bar at the bottom of small windows. */
export const MobileAdd = ({ toHome = false, ...adding }: MobileAddProps) => {
  const t = useText();
  const [open, setOpen] = useState(false);
  return (
    <>
      <SlotFill name="add">
        <button
          type="button"
          className="files-add"
          aria-label={t(toHome ? 'frame.add_to_home' : 'frame.add')}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <Plus />
        </button>
      </SlotFill>
      {open && (
        <PopupSlot onFailure={() => setOpen(false)}>
          <AddPopup
            title={t(toHome ? 'frame.add_to_home' : 'frame.add')}
            {...adding}
            onClose={() => setOpen(false)}
          />
        </PopupSlot>
      )}
    </>
  );
};
