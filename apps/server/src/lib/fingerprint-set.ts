import { createHash } from 'node:crypto';

/**
 * A set of texts that stores only forty bits of each, for very long lists: first the sizes of the buckets (one
 * byte for each of the 65,536 values of the first two bytes of their SHA-256), then the next three bytes of
 * each, in order. A member is always found; fewer than one of a million other texts is mistaken for a member,
 * even with half a million in the set.
 */
const buckets = 65_536;
const restBytes = 3;
const mostInBucket = 255;

interface Fingerprint {
  readonly bucket: number;
  readonly rest: number;
}

const fingerprintOf = (text: string): Fingerprint => {
  const digest = createHash('sha256').update(text).digest();
  return { bucket: digest.readUInt16BE(0), rest: digest.readUIntBE(2, restBytes) };
};

export const buildFingerprintSet = (texts: Iterable<string>): Buffer => {
  const byBucket = Array.from({ length: buckets }, () => new Set<number>());
  for (const text of texts) {
    const { bucket, rest } = fingerprintOf(text);
    byBucket[bucket]?.add(rest);
  }
  const counts = Buffer.alloc(buckets);
  const rests: Buffer[] = [];
  for (const [bucket, found] of byBucket.entries()) {
    if (found.size > mostInBucket) throw new Error('too many texts for this format');
    counts[bucket] = found.size;
    for (const rest of [...found].toSorted((one, other) => one - other)) {
      const bytes = Buffer.alloc(restBytes);
      bytes.writeUIntBE(rest, 0, restBytes);
      rests.push(bytes);
    }
  }
  return Buffer.concat([counts, ...rests]);
};

export interface FingerprintSet {
  readonly size: number;
  has(text: string): boolean;
}

/** @throws where the bytes are no such set */
export const readFingerprintSet = (bytes: Buffer): FingerprintSet => {
  const starts = new Uint32Array(buckets + 1);
  for (let bucket = 0; bucket < buckets; bucket += 1)
    starts[bucket + 1] = (starts[bucket] ?? 0) + (bytes[bucket] ?? 0);
  const size = starts[buckets] ?? 0;
  if (bytes.length !== buckets + size * restBytes) throw new Error('this is no set of fingerprints');
  return {
    size,
    has: (text) => {
      const { bucket, rest } = fingerprintOf(text);
      for (let at = starts[bucket] ?? 0; at < (starts[bucket + 1] ?? 0); at += 1)
        if (bytes.readUIntBE(buckets + at * restBytes, restBytes) === rest) return true;
      return false;
    },
  };
};
