import { nameMaxBytes } from '@holdall/contract/limits';

/** The most levels of folders below the top of an account. */
export const maxDepth = 256;

/** `photo.tar.gz` → `photo.tar` and `.gz`; a leading dot belongs to the base: `.env` has no extension. */
export const splitName = (name: string): { base: string; extension: string } => {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? { base: name, extension: '' } : { base: name.slice(0, dot), extension: name.slice(dot) };
};

const truncateBytes = (text: string, most: number): string => {
  let kept = '';
  let bytes = 0;
  // By code point, because half of a surrogate pair has no UTF-8 encoding.
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > most) break;
    kept += character;
  }
  return kept;
};

/**
 * Adds a note in brackets to a name, within the maximum length: `report.pdf` → `report (note).pdf`. A folder's name has
 * no extension: `v1.2` → `v1.2 (note)`.
 */
export const notedName = (name: string, note: string, type: 'folder' | 'file'): string => {
  const { base, extension } = type === 'file' ? splitName(name) : { base: name, extension: '' };
  const suffix = ` (${note})`;
  // An "extension" of 200 bytes need not be kept whole.
  const kept = truncateBytes(extension, 100);
  return truncateBytes(base, nameMaxBytes - Buffer.byteLength(suffix + kept)) + suffix + kept;
};

/** Numbers a name: `report.pdf` → `report (1).pdf`. */
export const numberedName = (name: string, number: number, type: 'folder' | 'file'): string =>
  notedName(name, String(number), type);

const probes = 16;

/** Numbers to try for a free name: the first ones, then each twice the last. */
export const firstProbes: readonly number[] = [
  ...Array.from({ length: probes }, (_, index) => index + 1),
  ...Array.from({ length: 26 }, (_, index) => probes * 2 ** (index + 1)),
];

/** Returns up to sixteen whole numbers evenly spread above `low`, the last of them `high`. */
export const between = (low: number, high: number): number[] => {
  const steps = Math.min(probes, high - low);
  return Array.from({ length: steps }, (_, index) => low + Math.ceil(((high - low) * (index + 1)) / steps));
};

/** Returns the entity tag of a content, with its quotes. @param sha256 lower-case hexadecimal */
export const entityTagOf = (sha256: string): string => `"${sha256}"`;

/** Returns the version in the addresses of a file's bytes and pictures, which changes with its content. */
export const contentVersion = (blobId: string): string => blobId.slice(-8);
