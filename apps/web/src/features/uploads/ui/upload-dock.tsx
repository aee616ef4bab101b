import { useStore } from '#shared/lib/store.ts';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { PopupSlot } from '#shared/ui/popup-slot.tsx';
import { interruptedUploads, uploads } from '../uploads.store.ts';

const DockPanel = lazyChunk('upload-dock', async () => (await import('./dock-panel.tsx')).DockPanel);

const NameConflictPopup = lazyChunk(
  'clash',
  async () => (await import('./name-conflict.popup.tsx')).NameConflictPopup,
);

/** Milliseconds after which a failed load is tried again: a restarted server is soon back. */
const retryAfter = 2_000;

interface UploadDockProps {
  /** True at the bottom of the details; otherwise the dock floats at the bottom right. */
  readonly docked: boolean;
  /** True if the page itself lists arrived items, so that the dock omits them. */
  readonly withoutDone?: boolean;
}

/**
 * The uploads that wait, are being sent or need attention. It is mounted only while there are any; while it floats,
 * `--upload-dock-space` on the root element is the height that a listing should leave free below.
 */
export const UploadDock = ({ docked, withoutDone = false }: UploadDockProps) => {
  const hasUploads = useStore(uploads, ({ total }) => total > 0);
  const hasInterrupted = useStore(interruptedUploads, ({ length }) => length > 0);
  const isAsking = useStore(uploads, ({ asking }) => asking > 0);
  if (!hasUploads && !hasInterrupted) return null;
  return (
    <>
      <PopupSlot retryAfter={retryAfter}>
        <DockPanel {...{ docked, withoutDone }} />
      </PopupSlot>
      {isAsking && (
        <PopupSlot retryAfter={retryAfter}>
          <NameConflictPopup />
        </PopupSlot>
      )}
    </>
  );
};
