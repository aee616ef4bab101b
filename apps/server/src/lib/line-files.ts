import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/** Enough to make rows small; more would cost far more time than it saves space. */
const level = 1;

async function* joined(pieces: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  for await (const piece of pieces) if (piece.length > 0) yield `${piece.join('\n')}\n`;
}

/** Writes lines, which must not hold line breaks, into a new compressed file that is durable when this resolves. */
export const writeLineFile = async (
  path: string,
  pieces: AsyncIterable<readonly string[]>,
): Promise<void> => {
  await pipeline(
    Readable.from(joined(pieces)),
    createGzip({ level }),
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
  );
};

/** The lines of a file that `writeLineFile` wrote, in pieces. @throws where the file is damaged */
export async function* readLineFile(path: string, linesAtOnce = 1_000): AsyncGenerator<string[]> {
  const text = createGunzip().setEncoding('utf8');
  // The loop gets errors of the file as well; leaving the loop ends the reading.
  pipeline(createReadStream(path), text).catch(() => undefined);
  let rest = '';
  let lines: string[] = [];
  for await (const part of text as AsyncIterable<string>) {
    const pieces = (rest + part).split('\n');
    rest = pieces.pop() ?? '';
    for (const line of pieces) {
      lines.push(line);
      if (lines.length < linesAtOnce) continue;
      yield lines;
      lines = [];
    }
  }
  if (lines.length > 0) yield lines;
}
