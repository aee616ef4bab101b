/**
 * Long lists of numbers and texts in flat memory: as objects they would take ten times as much. They grow
 * piece by piece, so that nothing is copied and nothing is taken in reserve but a part of the last piece.
 */
export interface Column {
  readonly length: number;
  push(value: number): void;
  /** @returns the number at an index, which must be there */
  at(index: number): number;
  /** Bytes of memory. */
  readonly bytes: number;
}

type Cells = Float64Array | Int32Array | Uint32Array | Uint8Array;

/** Numbers of a piece, as a power of two. */
const pieceBits = 10;
const pieceLength = 1 << pieceBits;

/** @param make the kind of cells, from which the range of the numbers follows */
export const createColumnarList = (make: (length: number) => Cells): Column => {
  const pieces: Cells[] = [];
  let length = 0;
  return {
    get length() {
      return length;
    },
    get bytes() {
      return pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
    },
    push: (value) => {
      const at = length & (pieceLength - 1);
      if (at === 0) pieces.push(make(pieceLength));
      const piece = pieces.at(-1);
      if (piece !== undefined) piece[at] = value;
      length += 1;
    },
    at: (index) => {
      const value = index < length ? pieces[index >> pieceBits]?.[index & (pieceLength - 1)] : undefined;
      if (value === undefined) throw new RangeError(`There is no number ${index} of ${length}.`);
      return value;
    },
  };
};

/** Bytes of a piece of texts. */
const textPiece = 16 * 1024;

/** Texts as bytes; the caller keeps the position and length of each. */
export interface TextColumn {
  /** @returns where the text is */
  push(text: string): number;
  /** The bytes of a text. */
  view(start: number, length: number): Buffer;
  /** Bytes of memory. */
  readonly bytes: number;
}

export const createTextList = (encoding: 'utf8' | 'hex'): TextColumn => {
  const pieces: Buffer[] = [];
  let end = 0;
  return {
    get bytes() {
      return pieces.length * textPiece;
    },
    push: (text) => {
      const length = Buffer.byteLength(text, encoding);
      if (length > textPiece) throw new RangeError(`A text of ${length} bytes is too long.`);
      // A text is never split across two pieces.
      if (end + length > pieces.length * textPiece) {
        end = pieces.length * textPiece;
        pieces.push(Buffer.alloc(textPiece));
      }
      const start = end;
      pieces.at(-1)?.write(text, start % textPiece, encoding);
      end += length;
      return start;
    },
    view: (start, length) => {
      const piece = pieces[Math.floor(start / textPiece)];
      if (piece === undefined) throw new RangeError(`There is no text at ${start}.`);
      return piece.subarray(start % textPiece, (start % textPiece) + length);
    },
  };
};

/** The first index from 0 to `length` whose number is greater than `value`, in a rising column. */
export const firstAbove = (column: Column, value: number): number => {
  let [low, high] = [0, column.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (column.at(middle) > value) high = middle;
    else low = middle + 1;
  }
  return low;
};
