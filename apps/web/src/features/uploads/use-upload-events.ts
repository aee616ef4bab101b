import type { Item } from '@holdall/contract/files';
import { useEffect, useEffectEvent } from 'react';

export interface UploadEvents {
  /**
   * Receives a file, or an empty folder, that has arrived. Answers to requests before `sentAt`, in milliseconds since
   * 1970, do not contain it.
   */
  readonly onItem?: (item: Item, sentAt: number) => void;
  /** Called when an item has arrived in a folder that may be new, so that listings may lack its row. */
  readonly onFolderUploadBegun?: () => void;
  /** Receives the parent (null: the top) of a folder that has finished: listing and tree are stale. */
  readonly onFolderUploadEnd?: (parentId: string | null) => void;
  /**
   * Receives the parent (null: the top) below which a cancelled upload may still have arrived, or an item was replaced.
   */
  readonly onFolderChanged?: (parentId: string | null) => void;
}

const listeners = new Set<UploadEvents>();

export const emitItem = (item: Item, sentAt: number): void => {
  for (const { onItem } of listeners) onItem?.(item, sentAt);
};

export const emitFolderUploadBegun = (): void => {
  for (const { onFolderUploadBegun } of listeners) onFolderUploadBegun?.();
};

export const emitFolderUploadEnd = (parentId: string | null): void => {
  for (const { onFolderUploadEnd } of listeners) onFolderUploadEnd?.(parentId);
};

export const emitFolderChanged = (parentId: string | null): void => {
  for (const { onFolderChanged } of listeners) onFolderChanged?.(parentId);
};

/** Subscribes a screen to upload events, so that it can update its listing. */
export const useUploadEvents = (events: UploadEvents): void => {
  const onItem = useEffectEvent((item: Item, sentAt: number) => events.onItem?.(item, sentAt));
  const onFolderUploadBegun = useEffectEvent(() => events.onFolderUploadBegun?.());
  const onFolderUploadEnd = useEffectEvent((parentId: string | null) => events.onFolderUploadEnd?.(parentId));
  const onFolderChanged = useEffectEvent((parentId: string | null) => events.onFolderChanged?.(parentId));
  useEffect(() => {
    const listener: UploadEvents = {
      onItem: (item, sentAt) => onItem(item, sentAt),
      onFolderUploadBegun: () => onFolderUploadBegun(),
      onFolderUploadEnd: (parentId) => onFolderUploadEnd(parentId),
      onFolderChanged: (parentId) => onFolderChanged(parentId),
    };
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, []);
};
