import type { PreviewItem } from '../preview-item.ts';
import type { ZoomStore } from '../zoom-controls.ts';

/** What every way of showing a file gets. */
export interface ViewProps {
  readonly item: PreviewItem;
  readonly controls: ZoomStore;
  /** The files beside it, the next one first. */
  readonly nearby: readonly (PreviewItem | undefined)[];
  readonly onDownload: (item: PreviewItem) => void;
  /** Keys that a frame had the focus for. */
  readonly onKey: (key: string) => void;
}
