import type { Sums } from './checksum.ts';

/** Bytes of a block of the memory that is shared with the thread of checksums. */
export const blockBytes = 1024 * 1024;
/** Blocks in transit at the most, of all checksums together. */
export const blockCount = 8;

/** A message to the checksum thread. Tasks of one checksum run in order. */
export type ChecksumTask =
  /** Undefined: it begins with nothing. */
  | { readonly kind: 'begin'; readonly id: number; readonly from: number | undefined }
  | {
      readonly kind: 'update';
      readonly id: number;
      readonly block: number;
      /** Bytes from the block's beginning. */
      readonly length: number;
    }
  | { readonly kind: 'sums'; readonly id: number; readonly question: number }
  | { readonly kind: 'forget'; readonly id: number };

/** An answer of the thread: a block that can be refilled, or the result of a question. */
export type ChecksumAnswer = { readonly block: number } | { readonly question: number; readonly sums: Sums };
