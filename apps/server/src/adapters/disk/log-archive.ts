import type { LogLevel, LogLine } from '@holdall/contract/admin-logs';
import { type FileHandle, open as openFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isLogName } from '#adapters/disk/log-names.ts';
import { systemErrorCode } from '#lib/file-sync.ts';
import type { LogArchive, LogQuery } from '#ports/log-archive.ts';

/** Bytes of one read. */
const pieceSize = 256 * 1024;
/** Bytes that one page scans at the most. */
const stretch = 4 * 1024 * 1024;
const lineBreak = 10;
const longestDetails = 20_000;

/** Levels as pino numbers them. */
const levelOf = (level: unknown): LogLevel => {
  const number = typeof level === 'number' ? level : 30;
  if (number < 30) return 'debug';
  if (number < 40) return 'info';
  return number < 50 ? 'warn' : 'error';
};
const rank: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3 };

const parse = (text: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    // Cut off by a full disk or the end of the process.
    return undefined;
  }
};

const lineOf = (id: string, text: string): LogLine | undefined => {
  const parsed = parse(text);
  if (parsed === undefined) return undefined;
  const { level, time, msg, ...rest } = parsed;
  if (typeof time !== 'string' || Number.isNaN(Date.parse(time))) return undefined;
  const details = Object.keys(rest).length === 0 ? '' : JSON.stringify(rest);
  return {
    id,
    time,
    level: levelOf(level),
    message: typeof msg === 'string' ? msg : '',
    details: details.slice(0, longestDetails),
  };
};

interface Place {
  readonly name: string;
  /** Lines that begin before it. */
  readonly offset: number;
}

interface RawLine {
  readonly offset: number;
  readonly text: string;
}

/** The lines of a file that begin before an offset, the last first. */
async function* linesBackwards(file: FileHandle, before: number): AsyncGenerator<RawLine> {
  let end = before;
  /** The end of a line whose beginning has not been read yet. */
  let rest = Buffer.alloc(0);
  while (end > 0) {
    const start = Math.max(0, end - pieceSize);
    const piece = Buffer.alloc(end - start);
    await file.read(piece, 0, piece.length, start);
    let known = Buffer.concat([piece, rest]);
    for (;;) {
      // The line's own end does not count.
      const at = known.length < 2 ? -1 : known.lastIndexOf(lineBreak, known.length - 2);
      if (at === -1) break;
      yield { offset: start + at + 1, text: known.toString('utf8', at + 1).trimEnd() };
      known = known.subarray(0, at + 1);
    }
    rest = known;
    end = start;
  }
  if (rest.length > 0) yield { offset: 0, text: rest.toString('utf8').trimEnd() };
}

const beforeOf = (before: string): Place => {
  const at = before.lastIndexOf(':');
  return { name: before.slice(0, at), offset: Number(before.slice(at + 1)) };
};

/** Reads the log files that `openLogFiles` writes into a folder. */
export const createLogArchive = (folder: string): LogArchive => {
  const names = async (): Promise<string[]> => {
    try {
      return (await readdir(folder)).filter(isLogName).toSorted();
    } catch (error) {
      if (systemErrorCode(error) === 'ENOENT') return [];
      throw error;
    }
  };
  /** Opens all files, the oldest first; one may have been deleted meanwhile. */
  const openAll = async (chosen: readonly string[]) => {
    const files: { name: string; file: FileHandle; size: number }[] = [];
    for (const name of chosen) {
      try {
        const file = await openFile(join(folder, name), 'r');
        files.push({ name, file, size: (await file.stat()).size });
      } catch (error) {
        if (systemErrorCode(error) !== 'ENOENT') throw error;
      }
    }
    return {
      files,
      size: files.reduce((sum, { size }) => sum + size, 0),
      close: async () => {
        for (const { file } of files) await file.close();
      },
    };
  };

  return {
    page: async ({ level, search, before, limit }: LogQuery) => {
      const place = before === undefined ? undefined : beforeOf(before);
      const wanted = search.toLowerCase();
      const { files, close } = await openAll(
        (await names()).filter((name) => place === undefined || name <= place.name),
      );
      const lines: LogLine[] = [];
      let examined = 0;
      try {
        for (const { name, file, size } of files.toReversed()) {
          const end = name === place?.name ? Math.min(place.offset, size) : size;
          for await (const { offset, text } of linesBackwards(file, end)) {
            const id = `${name}:${offset}`;
            if (lines.length >= limit || examined >= stretch)
              return { lines, next: `${name}:${offset + Buffer.byteLength(text) + 1}` };
            examined += text.length;
            const line = wanted === '' || text.toLowerCase().includes(wanted) ? lineOf(id, text) : undefined;
            if (line !== undefined && rank[line.level] >= rank[level]) lines.push(line);
          }
        }
        return { lines, next: undefined };
      } finally {
        await close();
      }
    },
    extent: async () => {
      const { files, size, close } = await openAll(await names());
      try {
        const piece = Buffer.alloc(pieceSize);
        const { bytesRead } = (await files[0]?.file.read(piece, 0, pieceSize, 0)) ?? { bytesRead: 0 };
        const [first = ''] = piece.toString('utf8', 0, bytesRead).split('\n', 1);
        return { size, since: lineOf('', first)?.time };
      } finally {
        await close();
      }
    },
    open: async () => {
      const { files, size, close } = await openAll(await names());
      async function* read(): AsyncGenerator<Buffer> {
        for (const { file, size: end } of files)
          for (let position = 0; position < end;) {
            const piece = Buffer.alloc(Math.min(pieceSize, end - position));
            const { bytesRead } = await file.read(piece, 0, piece.length, position);
            if (bytesRead === 0) throw new Error('A log became shorter while it was read.');
            position += bytesRead;
            yield piece.subarray(0, bytesRead);
          }
      }
      return { size, bytes: Object.assign(read(), { close }) };
    },
  };
};
