/** Numbers in one flat piece of memory that grows: a list of objects would take ten times as much. */
export interface Column {
  readonly length: number;
  push(value: number): void;
  /** @returns the number at an index, which must be there */
  at(index: number): number;
  /** Bytes of memory. */
  readonly bytes: number;
}

type Cells = Float64Array | Int32Array | Uint32Array;

/** @param make the kind of cells, from which the range of the numbers follows */
export const createColumn = (make: (length: number) => Cells): Column => {
  let cells = make(64);
  let length = 0;
  return {
    get length() {
      return length;
    },
    get bytes() {
      return cells.byteLength;
    },
    push: (value) => {
      if (length === cells.length) {
        const larger = make(Math.ceil(length * 1.5));
        larger.set(cells);
        cells = larger;
      }
      cells[length] = value;
      length += 1;
    },
    at: (index) => {
      const value = index < length ? cells[index] : undefined;
      if (value === undefined) throw new RangeError(`There is no number ${index} of ${length}.`);
      return value;
    },
  };
};

/** Byte strings one after the other in one piece of memory. */
export interface ByteColumn {
  /** @returns where they begin */
  push(bytes: Buffer): number;
  /** A view that holds only until the next `push`. */
  view(start: number, end: number): Buffer;
  /** Bytes of memory. */
  readonly bytes: number;
}

export const createByteColumn = (): ByteColumn => {
  let memory = Buffer.alloc(1024);
  let length = 0;
  return {
    get bytes() {
      return memory.length;
    },
    push: (bytes) => {
      const start = length;
      if (start + bytes.length > memory.length) {
        const larger = Buffer.alloc(Math.ceil((start + bytes.length) * 1.5));
        memory.copy(larger, 0, 0, start);
        memory = larger;
      }
      bytes.copy(memory, start);
      length += bytes.length;
      return start;
    },
    view: (start, end) => memory.subarray(start, end),
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
