/** The marks around the lines of a text: a save keeps them, so that it changes only what was edited. */
export interface TextFormat {
  /** The file begins with a byte order mark. */
  readonly hasMark: boolean;
  /**
   * The end of every line. With `mixed` a carriage return is a part of its line, where it stays as it is; each line of
   * the text ends in `\n` alone then.
   */
  readonly lineEnd: '\n' | '\r\n' | 'mixed';
}

/** A text with `\n` between its lines. */
export interface DecodedText {
  readonly text: string;
  readonly format: TextFormat;
}

const lineEndOf = (text: string): TextFormat['lineEnd'] => {
  if (!text.includes('\r')) return '\n';
  return /\r(?!\n)|(?<!\r)\n/.test(text) ? 'mixed' : '\r\n';
};

/** Reads the bytes of a text. @returns undefined unless they are UTF-8 without zeros: a save would alter others */
export const decodeText = (bytes: Uint8Array): DecodedText | undefined => {
  if (bytes.includes(0)) return undefined;
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      hasMark ? bytes.subarray(3) : bytes,
    );
    const lineEnd = lineEndOf(text);
    return {
      text: lineEnd === '\r\n' ? text.replaceAll('\r\n', '\n') : text,
      format: { hasMark, lineEnd },
    };
  } catch {
    return undefined;
  }
};

/** Returns the bytes of a text: those that it was read from, where it has not changed. */
export const encodeText = ({ text, format }: DecodedText): Uint8Array<ArrayBuffer> => {
  const lines = format.lineEnd === '\r\n' ? text.replaceAll('\n', '\r\n') : text;
  return new TextEncoder().encode(format.hasMark ? `\uFEFF${lines}` : lines);
};
