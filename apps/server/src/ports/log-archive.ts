import type { LogLevel, LogLine } from '@holdall/contract/admin-logs';
import type { BlobBytes } from '#ports/blob-store.ts';

export interface LogQuery {
  /** This level and graver ones. */
  readonly level: LogLevel;
  /** A part of the line, case-insensitive; empty: every line. */
  readonly search: string;
  /** Lines before this one alone. */
  readonly before: string | undefined;
  readonly limit: number;
}

export interface LogPage {
  /** The latest first. */
  readonly lines: readonly LogLine[];
  /** Cursor of the older lines; undefined: there are none. */
  readonly next: string | undefined;
}

/** The log entries of this server that have not been deleted yet. */
export interface LogArchive {
  /** Looks through a bounded stretch: a page may be short, or empty, and not the last. */
  page(query: LogQuery): Promise<LogPage>;
  /** Returns the size in bytes, and the time of the oldest line, as written in it. */
  extent(): Promise<{ readonly size: number; readonly since: string | undefined }>;
  /** Opens all lines, the oldest first. */
  open(): Promise<{ readonly size: number; readonly bytes: BlobBytes }>;
}
