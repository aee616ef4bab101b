import { useStore } from '#shared/lib/store.ts';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { PopupSlot } from '#shared/ui/popup-slot.tsx';
import { uploads } from '../uploads.store.ts';

const DockPanel = lazyChunk('upload-dock', async () => (await import('./dock-panel.tsx')).DockPanel);

interface UploadDockProps {
  /** Whether it stands at the bottom of the details; else it floats at the bottom right. */
  readonly docked: boolean;
}

/**
 * The uploads that wait, are on their way or need attention. It is there only while there are any; while it
 * floats, `--upload-dock-space` on the root element is the height that a listing should leave free below.
 */
export const UploadDock = ({ docked }: UploadDockProps) => {
  const hasUploads = useStore(uploads, ({ total }) => total > 0);
  if (!hasUploads) return null;
  return (
    <PopupSlot>
      <DockPanel docked={docked} />
    </PopupSlot>
  );
};
