import { folderOf } from './upload-entry.ts';

interface Group {
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
  /** Begins a group and returns its number. */
  open(parentId: string | null): number;
  close(group: number): void;
  admitted(group: number, inFolder: boolean): void;
  settled(group: number | undefined): void;
  /**
   * Records that an item has arrived at a path, and reports whether it is the first of its folder, which may be new.
   */
  isFirst(group: number, path: string): boolean;
  isCancelled(group: number): boolean;
  /** Reports whether the files of any group are still being gathered. */
  isReading(): boolean;
  cancelAll(): void;
  /** Forgets every group: none takes more entries or reports its end. */
  abandon(): void;
}

export function createFolderUploads(onEnd: (parentId: string | null) => void): FolderUploads {
  const groups = new Map<number, Group>();
  let last = 0;

  const endIfThrough = (group: Group): void => {
    if (group.isOpen || group.pending > 0 || !group.hasFolders) return;
    group.hasFolders = false;
    group.begun.clear();
    onEnd(group.parentId);
  };

  return {
    open(parentId) {
      last += 1;
      const state = { isOpen: true, hasFolders: false, cancelled: false, pending: 0 };
      groups.set(last, { parentId, ...state, begun: new Set() });
      return last;
    },
    close(id) {
      const group = groups.get(id);
      if (group === undefined) return;
      group.isOpen = false;
      endIfThrough(group);
    },
    admitted(id, inFolder) {
      const group = groups.get(id);
      if (group === undefined) return;
      group.pending += 1;
      group.hasFolders ||= inFolder;
    },
    settled(id) {
      const group = id === undefined ? undefined : groups.get(id);
      if (group === undefined) return;
      group.pending -= 1;
      endIfThrough(group);
    },
    isFirst(id, path) {
      const begun = groups.get(id)?.begun;
      const folder = folderOf(path);
      if (begun === undefined || folder === '' || begun.has(folder)) return false;
      begun.add(folder);
      return true;
    },
    isCancelled: (id) => groups.get(id)?.cancelled ?? true,
    isReading: () => [...groups.values()].some((group) => group.isOpen),
    cancelAll() {
      for (const group of groups.values()) {
        group.cancelled = true;
        group.isOpen = false;
      }
    },
    abandon: () => groups.clear(),
  };
}
