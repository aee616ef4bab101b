import type { Item } from '@holdall/contract/files';
import { useEffect, useEffectEvent } from 'react';

export interface UploadEvents {
  /** A file, or an empty folder, has arrived. */
  readonly onItem?: (item: Item) => void;
  /** A folder below this parent (null: the top) is through: listing and tree are out of date. */
  readonly onFolderUploadEnd?: (parentId: string | null) => void;
  /** Below this parent (null: the top) a cancelled upload may have arrived all the same, or something was replaced. */
  readonly onFolderChanged?: (parentId: string | null) => void;
}

const listeners = new Set<UploadEvents>();

export const emitItem = (item: Item): void => {
  for (const { onItem } of listeners) onItem?.(item);
};

export const emitFolderUploadEnd = (parentId: string | null): void => {
  for (const { onFolderUploadEnd } of listeners) onFolderUploadEnd?.(parentId);
};

export const emitFolderChanged = (parentId: string | null): void => {
  for (const { onFolderChanged } of listeners) onFolderChanged?.(parentId);
};

/** Tells a screen what uploading brings, so that it can bring its listing up to date. */
export const useUploadEvents = (events: UploadEvents): void => {
  const onItem = useEffectEvent((item: Item) => events.onItem?.(item));
  const onFolderUploadEnd = useEffectEvent((parentId: string | null) => events.onFolderUploadEnd?.(parentId));
  const onFolderChanged = useEffectEvent((parentId: string | null) => events.onFolderChanged?.(parentId));
  useEffect(() => {
    const listener: UploadEvents = {
      onItem: (item) => onItem(item),
      onFolderUploadEnd: (parentId) => onFolderUploadEnd(parentId),
      onFolderChanged: (parentId) => onFolderChanged(parentId),
    };
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, []);
};
