import type { PreviewItem } from '../preview-item.ts';
import type { ZoomStore } from '../zoom-controls.ts';

/** The props of every view of a file. */
export interface ViewProps {
  readonly item: PreviewItem;
  readonly controls: ZoomStore;
  /** The files beside it, the next one first. */
  readonly nearby: readonly (PreviewItem | undefined)[];
  /** Undefined where the way to have it is beside the file. */
  readonly onDownload?: ((item: PreviewItem) => void) | undefined;
  /** Keys that a frame had the focus for. */
  readonly onKey: (key: string) => void;
}
