/** Letters and digits at the start of an upload's name (specification section 9). */
const prefixLength = 16;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Fills the given bytes with random values, as `crypto.getRandomValues` does. */
export type FillRandom = (bytes: Uint8Array<ArrayBuffer>) => void;

function randomPrefix(fill: FillRandom): string {
  const even = 256 - (256 % alphabet.length);
  const bytes = new Uint8Array(new ArrayBuffer(prefixLength * 2));
  let prefix = '';
  while (prefix.length < prefixLength) {
    fill(bytes);
    // A byte beyond the last whole multiple of the alphabet would favour its first letters.
    for (const byte of bytes) if (byte < even) prefix += alphabet.charAt(byte % alphabet.length);
  }
  return prefix.slice(0, prefixLength);
}

/**
 * Returns a name for an upload: 16 random letters or digits, a hyphen, and the file's name with whitespace replaced by
 * hyphens (specification section 5). Characters that are invalid in upload names become hyphens too.
 */
export function uploadNameFor(fileName: string, fill: FillRandom): string {
  const safe = fileName
    .toWellFormed()
    .normalize('NFC')
    .replace(/\s+/gu, '-')
    .replace(/[/\\\u0000-\u001f\u007f]/gu, '-');
  return `${randomPrefix(fill)}-${safe}`;
}

/** The part of a file in one request: bytes from `start` up to but excluding `end`. */
export interface UploadPart {
  /** `whole` is sent as one binary body, `chunk` as the specification's form. */
  readonly kind: 'whole' | 'chunk';
  readonly start: number;
  readonly end: number;
  readonly isLast: boolean;
}

/**
 * The request that opens an upload before its first byte is sent. The server refuses it early, above all for a taken
 * name, and reserves the space of the file.
 */
export const openingPart: UploadPart = { kind: 'chunk', start: 0, end: 0, isLast: false };

/**
 * Returns the next request for a file of which the server has `offset` bytes. A file of up to one chunk is sent in one
 * binary request; if the server already has every byte, the part is empty and last.
 */
export function nextPart(size: number, chunkSize: number, offset: number): UploadPart {
  const start = Math.min(Math.max(offset, 0), size);
  if (size <= chunkSize) return { kind: 'whole', start, end: size, isLast: true };
  const end = Math.min(start + chunkSize, size);
  return { kind: 'chunk', start, end, isLast: end === size };
}
