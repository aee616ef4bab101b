import type { StoreRow } from '#db/tables/storage.ts';
import { answers, type OpenedStore, StoreUnavailableError, type Stores } from '#features/storage/index.ts';
import { BlobStoreError, normaliseKey } from '#ports/blob-store.ts';
import type { CheckReporter } from './doctor.types.ts';

/** A row that names a store. */
interface StoredRow {
  readonly store_id: string | null;
  readonly key: string;
}

/** Counts what cannot be checked, because its store does not answer. */
export interface UnreachableCount {
  /** @returns true if the store does not answer, which counts the row */
  add(row: Pick<StoredRow, 'store_id'>): boolean;
  /** Reports a fault for each store. */
  report(fault: CheckReporter['fault']): void;
}

/** The stores in use as an examination finds them. The active one is expected to answer. */
export interface ReachableStores {
  /** The stores that answer, the active one first. */
  readonly stores: readonly OpenedStore[];
  /** False if a former store does not answer. */
  readonly isComplete: boolean;
  /** Finds the size of bytes in the stores that answer, in that of the row first. */
  readonly sizeOf: (row: StoredRow) => Promise<number | undefined>;
  /** @param one the name of a thing that is counted @param many and of several */
  readonly count: (one: string, many: string) => UnreachableCount;
}

/** Returns a store, or a sentence that says why it cannot be read. */
const reach = async (stores: Stores, row: StoreRow): Promise<OpenedStore | string> => {
  try {
    const store = await stores.open(row.id);
    return (await answers(store.blobs)) ? store : `No answer comes from ${stores.describe(row)}.`;
  } catch (error) {
    if (error instanceof StoreUnavailableError) return error.message;
    throw error;
  }
};

/** Tries each store in use once, so that a former one that does not answer is waited for once. */
const findReachable = async (stores: Stores): Promise<ReachableStores> => {
  const reached = (await stores.inUse()).filter(({ state }) => state === 'active');
  const away = new Map<string | null, string>();
  for (const row of stores.rows()) {
    if (row.state !== 'draining') continue;
    const found = await reach(stores, row);
    if (typeof found === 'string') away.set(row.id, found);
    else reached.push(found);
  }
  return {
    stores: reached,
    isComplete: away.size === 0,
    sizeOf: async ({ store_id: id, key: name }) => {
      const key = normaliseKey(name);
      const own = reached.find((store) => store.id === id);
      // A store that was chosen meanwhile.
      if (own === undefined && !away.has(id)) return stores.get(id).size(key);
      for (const { blobs } of own === undefined
        ? reached
        : [own, ...reached.filter((store) => store !== own)]) {
        const size = await blobs.size(key);
        if (size !== undefined) return size;
      }
      return undefined;
    },
    count: (one, many) => {
      const counts = new Map<string, number>();
      return {
        add: ({ store_id: id }) => {
          const reason = away.get(id);
          if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1);
          return reason !== undefined;
        },
        report: (fault) => {
          for (const [reason, count] of counts)
            fault(`${count} ${count === 1 ? one : many} cannot be reached. ${reason}`);
        },
      };
    },
  };
};

/** Returns the reachable stores of an examination, which are looked for once. */
export const createReachable = (stores: Stores): (() => Promise<ReachableStores>) => {
  let found: Promise<ReachableStores> | undefined;
  return () => (found ??= findReachable(stores));
};

/**
 * Explains why bytes could not be read for a backup, where their row names a former store that does not answer: they
 * are wanted, and cannot be left out.
 *
 * @param id the store that the row names
 */
export const explainFailure = async (
  stores: Stores,
  id: string | null,
  error: BlobStoreError,
): Promise<BlobStoreError> => {
  const row = stores.rows().find((one) => one.id === id && one.state === 'draining');
  const found = row === undefined ? undefined : await reach(stores, row);
  if (typeof found !== 'string') return error;
  return new BlobStoreError(
    `${found} Files are on record there that no backup has, so that there is none now. Bring that storage back, or, if it is lost, run \`holdall migrate-blobs --source-gone\`. (${error.message})`,
    { cause: error },
  );
};
