import type { Sums } from './checksum.ts';

/** Bytes of a block of the memory that is shared with the thread of checksums. */
export const blockBytes = 1024 * 1024;
/** Blocks that are on their way at the most, of all checksums together. */
export const blockCount = 8;

/** What the thread of checksums is told. Tasks of one checksum are done in the order in which they come. */
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

/** What it answers: a block that can be filled again, or what was asked. */
export type ChecksumAnswer = { readonly block: number } | { readonly question: number; readonly sums: Sums };
