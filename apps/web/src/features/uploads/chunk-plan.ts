/** Letters and digits at the front of an upload's name (specification section 9). */
const prefixLength = 16;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Fills the given bytes with randomness, as `crypto.getRandomValues` does. */
export type FillRandom = (bytes: Uint8Array<ArrayBuffer>) => void;

function randomPrefix(fill: FillRandom): string {
  const even = 256 - (256 % alphabet.length);
  const bytes = new Uint8Array(new ArrayBuffer(prefixLength * 2));
  let prefix = '';
  while (prefix.length < prefixLength) {
    fill(bytes);
    // A byte beyond the last whole round of the alphabet would favour its first letters.
    for (const byte of bytes) if (byte < even) prefix += alphabet.charAt(byte % alphabet.length);
  }
  return prefix.slice(0, prefixLength);
}

/**
 * Names an upload: 16 random letters or digits, a hyphen, and the file's name with whitespace replaced
 * by hyphens (specification section 5). Characters that no upload name may hold become hyphens too.
 */
export function uploadNameFor(fileName: string, fill: FillRandom): string {
  const safe = fileName
    .toWellFormed()
    .normalize('NFC')
    .replace(/\s+/gu, '-')
    .replace(/[/\\\u0000-\u001f\u007f]/gu, '-');
  return `${randomPrefix(fill)}-${safe}`;
}

/** One request's share of a file: bytes `start` up to and without `end`. */
export interface UploadPart {
  /** `whole` goes as one binary body, `chunk` as the specification's form. */
  readonly kind: 'whole' | 'chunk';
  readonly start: number;
  readonly end: number;
  readonly isLast: boolean;
}

/**
 * The request that opens an upload before any byte of it travels: the server says at once what it would
 * only refuse later, a taken name above all. It holds the room of the file from then on.
 */
export const openingPart: UploadPart = { kind: 'chunk', start: 0, end: 0, isLast: false };

/**
 * The next request for a file of which the server has `offset` bytes. A file of up to one chunk is
 * sent in one binary request; where the server already has every byte the part is empty and last.
 */
export function nextPart(size: number, chunkSize: number, offset: number): UploadPart {
  const start = Math.min(Math.max(offset, 0), size);
  if (size <= chunkSize) return { kind: 'whole', start, end: size, isLast: true };
  const end = Math.min(start + chunkSize, size);
  return { kind: 'chunk', start, end, isLast: end === size };
}
