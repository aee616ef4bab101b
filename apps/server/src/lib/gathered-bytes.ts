/** Pieces that are kept separately at the most, before they are merged. */
const loosePieces = 256;

export interface GatheredBytes {
  readonly length: number;
  /** The caller must not change them afterwards. */
  push(bytes: Uint8Array): void;
  /** Returns all gathered pieces in order, and empties the gathering. */
  take(): Uint8Array[];
}

/**
 * Gathers bytes without copying them, except very small pieces, whose bookkeeping would cost more than their
 * bytes.
 */
export const gatherBytes = (): GatheredBytes => {
  let packed: Uint8Array[] = [];
  let loose: Uint8Array[] = [];
  let length = 0;
  return {
    get length() {
      return length;
    },
    push: (bytes) => {
      if (bytes.length === 0) return;
      loose.push(bytes);
      length += bytes.length;
      if (loose.length < loosePieces) return;
      packed.push(Buffer.concat(loose));
      loose = [];
    },
    take: () => {
      const all = [...packed, ...loose];
      packed = [];
      loose = [];
      length = 0;
      return all;
    },
  };
};
