/**
 * A minimal file server on this Node, in three modes: `memory` keeps bytes that all files here repeat, and so
 * shows the limit of client and loopback; `disk` writes gathered mebibytes and reads them; `fsync` syncs each
 * file as well. It has no authorization and no database.
 */
import { mkdirSync } from 'node:fs';
import { open, readdir, stat, unlink, type FileHandle } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ringSize } from '../wire/payload.ts';

const mebi = 1024 * 1024;
const [mode = 'memory', root = '.'] = process.argv.slice(2);

interface Kept {
  readonly ring: readonly Buffer[];
  readonly size: number;
}
const kept = new Map<string, Kept>();

const end = (response: ServerResponse, status: number): void => {
  response.writeHead(status, { 'content-length': 0 });
  response.end();
};

const rangeOf = (
  { headers }: IncomingMessage,
  size: number,
): { from: number; length: number } | undefined => {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
  if (first === undefined) return undefined;
  return { from: Number(first), length: Math.min(size, Number(last) + 1) - Number(first) };
};

const beginAnswer = (request: IncomingMessage, response: ServerResponse, size: number) => {
  const range = rangeOf(request, size);
  const part = range ?? { from: 0, length: size };
  response.writeHead(range === undefined ? 200 : 206, {
    'content-type': 'application/octet-stream',
    'content-length': part.length,
    ...(range === undefined
      ? {}
      : { 'content-range': `bytes ${part.from}-${part.from + part.length - 1}/${size}` }),
  });
  return part;
};

const write = (response: ServerResponse, piece: Buffer): Promise<void> | undefined =>
  response.write(piece)
    ? undefined
    : new Promise((resolve) => {
        response.once('drain', resolve);
      });

const putInMemory = async (request: IncomingMessage, path: string): Promise<void> => {
  const ring: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    if (size < ringSize) ring.push(piece.subarray(0, ringSize - size));
    size += piece.length;
  }
  kept.set(path, { ring: [Buffer.concat(ring)], size });
};

const sendFromMemory = async (
  request: IncomingMessage,
  response: ServerResponse,
  { ring: [ring = Buffer.alloc(0)], size }: Kept,
): Promise<void> => {
  const { from, length } = beginAnswer(request, response, size);
  for (let done = 0; done < length;) {
    const at = (from + done) % ringSize;
    const piece = ring.subarray(at, at + Math.min(mebi, length - done, ringSize - at));
    await write(response, piece);
    done += piece.length;
  }
  response.end();
};

/** Writes what comes in mebibytes, one while the next is gathered. */
const putOnDisk = async (request: IncomingMessage, file: FileHandle): Promise<void> => {
  let gathered: Buffer[] = [];
  let length = 0;
  let writing: Promise<unknown> = Promise.resolve();
  const flush = async () => {
    await writing;
    writing = file.writev(gathered);
    gathered = [];
    length = 0;
  };
  for await (const piece of request as AsyncIterable<Buffer>) {
    gathered.push(piece);
    length += piece.length;
    if (length >= mebi) await flush();
  }
  if (length > 0) await flush();
  await writing;
  if (mode === 'fsync') await file.datasync();
};

const sendFromDisk = async (request: IncomingMessage, response: ServerResponse, file: FileHandle) => {
  const { from, length } = beginAnswer(request, response, (await file.stat()).size);
  for (let done = 0; done < length;) {
    const { bytesRead, buffer } = await file.read({
      buffer: Buffer.allocUnsafe(Math.min(mebi, length - done)),
      position: from + done,
    });
    await write(response, bytesRead === buffer.length ? buffer : buffer.subarray(0, bytesRead));
    done += bytesRead;
  }
  response.end();
};

const list = async (response: ServerResponse, folder: string): Promise<void> => {
  const names = await readdir(folder);
  const entries = await Promise.all(
    names.map(async (name) => {
      const { size, mtime } = await stat(join(folder, name));
      return { name, size, mtime };
    }),
  );
  const body = Buffer.from(JSON.stringify(entries));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
};

const onDisk = async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
  const place = join(root, path);
  if (request.method === 'DELETE') {
    await unlink(place);
    return end(response, 204);
  }
  if (request.method === 'GET' && path.endsWith('/')) return list(response, place);
  const file = await open(place, request.method === 'PUT' ? 'wx' : 'r');
  try {
    if (request.method === 'PUT') {
      await putOnDisk(request, file);
      end(response, 201);
    } else await sendFromDisk(request, response, file);
  } finally {
    await file.close();
  }
};

const inMemory = async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
  if (request.method === 'PUT') {
    await putInMemory(request, path);
    return end(response, 201);
  }
  const file = kept.get(path);
  if (file === undefined) return end(response, 404);
  if (request.method === 'GET') return sendFromMemory(request, response, file);
  kept.delete(path);
  return end(response, 204);
};

const handle = mode === 'memory' ? inMemory : onDisk;
if (mode !== 'memory') mkdirSync(join(root, 'in'), { recursive: true });
const server = createServer((request, response) => {
  handle(request, response, request.url ?? '/').catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    if (response.headersSent) response.destroy();
    else end(response, 500);
  });
});
// A connection that waits for its turn is not to be closed meanwhile.
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`ready at http://127.0.0.1:${port}\n`);
});
process.on('SIGTERM', () => process.exit(0));
