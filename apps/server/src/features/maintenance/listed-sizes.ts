import type { OpenedStore } from '#features/storage/index.ts';
import type { StoredEntry } from '#ports/blob-store.ts';

interface Listed {
  readonly store_id: string | null;
  readonly key: string;
}

/** The listings of buckets, read beside rows. */
export interface ListedSizes {
  /**
   * Reads on to the last of the keys.
   *
   * @param rows in the order of their keys, after those of the call before
   * @returns finds the size of a row's bytes; undefined where the listing lacks them
   */
  of(rows: readonly Listed[]): Promise<(row: Listed) => number | undefined>;
  close(): Promise<void>;
}

const nameOf = ({ store_id: id, key }: Listed): string => `${id}/${key}`;

interface Cursor {
  readonly id: string;
  readonly entries: AsyncIterator<StoredEntry>;
  next?: IteratorResult<StoredEntry> | undefined;
}

/**
 * Lists buckets, where looking up each blob would be a call each; a disk is asked as fast as it is listed. A bucket is
 * listed in the order of keys, so that one page of rows is in memory at a time. Where one is not, blobs are missing
 * here, and are looked up.
 */
export const createListedSizes = (stores: readonly OpenedStore[]): ListedSizes => {
  const cursors = stores
    .filter(({ location }) => location.kind === 's3')
    .map(({ id, blobs }): Cursor => ({ id, entries: blobs.list()[Symbol.asyncIterator]() }));
  return {
    of: async (rows) => {
      const wanted = new Set(rows.map(nameOf));
      const last = rows.at(-1)?.key ?? '';
      const sizes = new Map<string, number>();
      const readTo = async (cursor: Cursor): Promise<void> => {
        for (;;) {
          cursor.next ??= await cursor.entries.next();
          if (cursor.next.done === true || cursor.next.value.key > last) return;
          const { key, size } = cursor.next.value;
          const name = nameOf({ store_id: cursor.id, key });
          if (size !== undefined && wanted.has(name)) sizes.set(name, size);
          cursor.next = undefined;
        }
      };
      await Promise.all(cursors.map(readTo));
      return (row) => sizes.get(nameOf(row));
    },
    close: async () => {
      for (const { entries } of cursors) await entries.return?.();
    },
  };
};
