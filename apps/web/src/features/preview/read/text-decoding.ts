export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Bytes that are looked at to tell text from something else. */
const looked = 64 * 1024;

const byMark = (bytes: Uint8Array): Encoding | undefined => {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  return undefined;
};

/** UTF-16 without a mark: of Latin text every other byte is zero. */
const utf16ByZeros = (bytes: Uint8Array): Encoding | undefined => {
  let even = 0;
  let odd = 0;
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    if (bytes[at] === 0) even += 1;
    if (bytes[at + 1] === 0) odd += 1;
  }
  const pairs = bytes.length >> 1;
  if (pairs === 0) return undefined;
  if (odd > pairs * 0.4 && even < pairs * 0.05) return 'utf-16le';
  if (even > pairs * 0.4 && odd < pairs * 0.05) return 'utf-16be';
  return undefined;
};

/** Tells whether the bytes are UTF-8; without their end the last character may be cut off. */
const isUtf8 = (bytes: Uint8Array, hasEnd: boolean): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !hasEnd });
    return true;
  } catch {
    return false;
  }
};

/**
 * The encoding of a text by its first bytes; undefined where they are no text: they hold zeros, or many characters
 * that steer devices.
 * @param hasEnd whether the text ends with these bytes.
 */
export const encodingOf = (bytes: Uint8Array, hasEnd: boolean): Encoding | undefined => {
  const head = bytes.subarray(0, looked);
  const sure = byMark(head) ?? utf16ByZeros(head);
  if (sure) return sure;
  let steering = 0;
  for (const byte of head) {
    if (byte === 0) return undefined;
    if (byte < 32 && ![9, 10, 12, 13, 27].includes(byte)) steering += 1;
  }
  if (steering > head.length * 0.05) return undefined;
  return isUtf8(head, hasEnd && bytes.length <= looked) ? 'utf-8' : 'windows-1252';
};

/** Decodes pieces of one text, whose characters may be cut between two of them. */
export const createTextDecoder = (encoding: Encoding) => {
  const decoder = new TextDecoder(encoding);
  return (bytes: Uint8Array, isLast: boolean): string =>
    decoder.decode(bytes, { stream: !isLast }).replaceAll('\r\n', '\n');
};
