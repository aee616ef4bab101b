import { expect, it } from 'vitest';
import { eventually } from '#testing/eventually.ts';
import { useServerProcess } from '#testing/use-server-process.ts';

const server = useServerProcess();

it('a server that shuts down lets a running upload finish', async () => {
  const socket = server.client.open('POST /api/upload?name=late.bin HTTP/1.1\r\nContent-Length: 20000');
  socket.write('x'.repeat(10_000));
  await eventually(async () => expect(await server.storage.staged()).toHaveLength(1));
  const stopped = server.process.stop();
  const answered = new Promise<string>((resolve) =>
    socket.once('data', (piece: Buffer) => resolve(piece.toString())),
  );
  socket.write('x'.repeat(10_000));
  expect(await answered).toMatch(/^HTTP\/1\.1 201 /);
  socket.destroy();
  expect(await stopped).toBe(0);
  await server.start();
  expect(await server.client.names()).toEqual(['late.bin']);
}, 60_000);
