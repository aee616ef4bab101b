/** The machine that the application runs on. */
export interface Machine {
  /** The version of Node.js, and the oldest that is enough. */
  readonly node: { readonly version: string; readonly wanted: string; readonly isEnough: boolean };
  /** The data directory. */
  readonly dataDirectory: string;
  /** Writes a file there, and removes it. @throws the system's error */
  tryWriting(): Promise<void>;
  /** Bytes that are free where the data directory is. */
  freeSpace(): Promise<number>;
  /** The program that makes pictures of videos, by its path; undefined: it is not there. */
  ffmpeg(): string | undefined;
}
