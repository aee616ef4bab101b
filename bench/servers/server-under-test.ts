import type { ProcessFigures } from '../lib/process-figures.ts';
import type { Answer, Connection } from '../wire/connection.ts';
import type { Payload } from '../wire/payload.ts';

/** Bytes of a file, the last one included. */
export interface ByteRange {
  readonly from: number;
  readonly length: number;
}

export interface Reading {
  readonly range?: ByteRange;
  readonly sink?: (piece: Buffer) => void;
}

/** A server that keeps files, ready to be measured. */
export interface Running {
  readonly port: number;
  /** @param name of a file that is not there. @returns what the file is found by. @throws where it is not kept */
  put(this: void, connection: Connection, name: string, payload: Payload): Promise<string>;
  /** @throws where the answer is not the file or the range */
  read(this: void, connection: Connection, file: string, reading: Reading): Promise<Answer>;
  remove(this: void, connection: Connection, file: string): Promise<void>;
  /** Lists a whole folder that was filled. @throws unless that many files are in the listing; undefined: it knows no listings */
  readonly list: ((connection: Connection, folder: Filled) => Promise<Listing>) | undefined;
  /** True where it supports ranges. */
  readonly hasRanges: boolean;
  figures(this: void): ProcessFigures | undefined;
  stop(this: void): Promise<void>;
}

export interface Listing {
  /** As they came. */
  readonly bytes: number;
}

/** A folder of many files; their names are `fileNameOf`. */
export interface Filled {
  readonly name: string;
  readonly count: number;
}

export const fileNameOf = (index: number): string => `entry-${String(index).padStart(6, '0')}.txt`;

/** Counts the names of files in a listing. */
export const countNames = (body: Buffer, before: string): number => {
  const sign = Buffer.from(`${before}entry-`);
  let count = 0;
  for (let at = body.indexOf(sign); at >= 0; at = body.indexOf(sign, at + sign.length)) count += 1;
  return count;
};

export interface ServerSetup {
  /** An empty folder of its own. */
  readonly folder: string;
  /** Folders that are there when it starts. */
  readonly filled: readonly Filled[];
}

/** A program that Holdall is compared with. */
export interface ServerUnderTest {
  readonly name: string;
  /** Returns what is not installed; undefined: it can start. */
  missing(this: void): string | undefined;
  start(this: void, setup: ServerSetup): Promise<Running>;
}
