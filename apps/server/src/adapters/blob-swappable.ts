import { type BlobKey, type BlobStore, BlobStoreAwayError, normaliseKey } from '#ports/blob-store.ts';

/** A store, and the names of the places of which it publishes in one. */
export interface PlacedBlobStore {
  readonly store: BlobStore;
  readonly places: readonly string[];
}

export interface SwappableBlobStore extends BlobStore {
  /** Uses another store from now on. What is open already, writers and readers, ends where it began. */
  use(placed: PlacedBlobStore): void;
  /** Takes no new bytes in, or does so again. */
  refuse(isRefusing: boolean): void;
  /** Returns the places of which one holds a blob that is published now. */
  placesOf(key: BlobKey): readonly string[];
  /** Publishes a blob in the store that is used now, wherever it was begun. @returns its places @throws as `publish` */
  publishAnew(key: BlobKey, size: number): Promise<readonly string[]>;
  /** Tells whether nothing is being written to a former store, and everything that was is on record. */
  isSettled(): boolean;
}

/** Milliseconds in which what was written is put on record. */
const recordMs = 5_000;

interface Pin {
  readonly placed: PlacedBlobStore;
  writers: number;
}

/**
 * A store whose underlying store can be replaced while it is used.
 *
 * @param now milliseconds of a monotonic clock
 */
export const createSwappableBlobStore = (
  first: PlacedBlobStore,
  now = (): number => performance.now(),
): SwappableBlobStore => {
  let current = first;
  /** When something was last written to a store of before, or may have been. */
  let lastLate = Number.NEGATIVE_INFINITY;
  /** The stores in which unfinished blobs were begun: they are published there, too. */
  const pins = new Map<BlobKey, Pin>();
  let isRefusing = false;
  const placedOf = (key: BlobKey): PlacedBlobStore => pins.get(key)?.placed ?? current;

  const pin = (key: BlobKey, placed: PlacedBlobStore): (() => void) => {
    const known = pins.get(key);
    const own = known?.placed === placed ? known : { placed, writers: 0 };
    own.writers += 1;
    pins.set(key, own);
    return () => {
      own.writers -= 1;
      if (placed !== current) lastLate = now();
      if (own.writers === 0 && pins.get(key) === own) pins.delete(key);
    };
  };

  return {
    use: (placed) => {
      current = placed;
      lastLate = now();
    },
    refuse: (refusing) => {
      isRefusing = refusing;
    },
    placesOf: (key) => placedOf(key).places,
    publishAnew: async (key, size) => {
      const { store, places } = current;
      await store.publish(key, size);
      return places;
    },
    isSettled: () =>
      [...pins.values()].every(({ placed }) => placed === current) && now() - lastLate >= recordMs,
    stage: async (key, position, hints) => {
      if (isRefusing) throw new BlobStoreAwayError('Where files are kept by now is not known here.');
      const placed = current;
      const writer = await placed.store.stage(normaliseKey(key), position, hints);
      const release = pin(key, placed);
      let isClosed = false;
      return {
        get position() {
          return writer.position;
        },
        write: (bytes) => writer.write(bytes),
        flush: () => writer.flush(),
        close: async () => {
          if (!isClosed) release();
          isClosed = true;
          await writer.close();
        },
      };
    },
    publish: (key, size) => placedOf(key).store.publish(key, size),
    stagedSize: (key, known) => current.store.stagedSize(key, known),
    readStaged: (key, span) => current.store.readStaged(key, span),
    discard: async (key) => {
      const { store } = placedOf(key);
      await store.discard(key);
      if (store !== current.store) await current.store.discard(key);
    },
    listStaged: () => current.store.listStaged(),
    read: (key, span) => current.store.read(key, span),
    readInto: (key, start, target) => current.store.readInto(key, start, target),
    localPath: (key) => current.store.localPath(key),
    readAddress: (key, headers) => current.store.readAddress(key, headers),
    size: (key) => current.store.size(key),
    remove: (key) => current.store.remove(key),
    list: () => current.store.list(),
    probe: () => current.store.probe(),
  };
};
