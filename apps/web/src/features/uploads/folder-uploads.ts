import { folderOf } from './upload-entry.ts';

interface Batch {
  readonly parentId: string | null;
  isOpen: boolean;
  hasFolders: boolean;
  cancelled: boolean;
  pending: number;
  /** Folders in which an item has arrived. */
  readonly begun: Set<string>;
}

/** Tracks which entries belong together, and reports when the last one of a folder has finished. */
export interface FolderUploads {
  /** Begins a batch and returns its number. */
  open(parentId: string | null): number;
  close(batch: number): void;
  admitted(batch: number, inFolder: boolean): void;
  settled(batch: number | undefined): void;
  /**
   * Records that an item has arrived at a path, and reports whether it is the first of its folder, which may be new.
   */
  isFirst(batch: number, path: string): boolean;
  isCancelled(batch: number): boolean;
  /** Reports whether the files of any batch are still being gathered. */
  isReading(): boolean;
  cancelAll(): void;
  /** Forgets every batch: none takes more entries or reports its end. */
  abandon(): void;
}

export function createFolderUploads(onEnd: (parentId: string | null) => void): FolderUploads {
  const batches = new Map<number, Batch>();
  let last = 0;

  const endIfThrough = (batch: Batch): void => {
    if (batch.isOpen || batch.pending > 0 || !batch.hasFolders) return;
    batch.hasFolders = false;
    batch.begun.clear();
    onEnd(batch.parentId);
  };

  return {
    open(parentId) {
      last += 1;
      const state = { isOpen: true, hasFolders: false, cancelled: false, pending: 0 };
      batches.set(last, { parentId, ...state, begun: new Set() });
      return last;
    },
    close(id) {
      const batch = batches.get(id);
      if (batch === undefined) return;
      batch.isOpen = false;
      endIfThrough(batch);
    },
    admitted(id, inFolder) {
      const batch = batches.get(id);
      if (batch === undefined) return;
      batch.pending += 1;
      batch.hasFolders ||= inFolder;
    },
    settled(id) {
      const batch = id === undefined ? undefined : batches.get(id);
      if (batch === undefined) return;
      batch.pending -= 1;
      endIfThrough(batch);
    },
    isFirst(id, path) {
      const begun = batches.get(id)?.begun;
      const folder = folderOf(path);
      if (begun === undefined || folder === '' || begun.has(folder)) return false;
      begun.add(folder);
      return true;
    },
    isCancelled: (id) => batches.get(id)?.cancelled ?? true,
    isReading: () => [...batches.values()].some((batch) => batch.isOpen),
    cancelAll() {
      for (const batch of batches.values()) {
        batch.cancelled = true;
        batch.isOpen = false;
      }
    },
    abandon: () => batches.clear(),
  };
}
