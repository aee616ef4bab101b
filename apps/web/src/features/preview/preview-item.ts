import type { Item } from '@holdall/contract/files';
import type { ReactNode } from 'react';

/** A file, or what else can be looked at. */
export type PreviewItem = Item['data'];

/** Actions on a file in the preview. */
export interface PreviewActions {
  readonly onDownload: (item: PreviewItem) => void;
  /** Opens the popup about its link. */
  readonly onShare?: ((item: PreviewItem) => void) | undefined;
  /** Opens a text in the editor. */
  readonly onEdit?: ((item: PreviewItem) => void) | undefined;
  readonly onDelete?: ((item: PreviewItem) => void) | undefined;
  /** For a file in the trash. */
  readonly onRestore?: ((item: PreviewItem) => void) | undefined;
}

/** An earlier version that is shown in the place of the current content. */
export interface ShownVersion {
  /** The file with the content of the version; undefined while that is not known, or about to be gone. */
  readonly item: PreviewItem | undefined;
  readonly banner: ReactNode;
  /** Shown instead of the content: a comparison, or nothing where the versions could not be loaded. */
  readonly instead?: ReactNode;
}

/** The files that a preview walks through, in the order of the screen. */
export interface PreviewWalk {
  /** The number of items; undefined until it is known. */
  readonly total: number | undefined;
  /** The index of the shown file among them, from 0; undefined while that is unknown, or where it is not among them. */
  readonly position: number | undefined;
  /** The file at a position; undefined while it is not loaded. */
  readonly at: (position: number) => PreviewItem | undefined;
  /** Shows the file at a position. */
  readonly go: (position: number) => void;
}
