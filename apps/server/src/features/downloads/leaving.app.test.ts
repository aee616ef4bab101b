import { readdir, readlink } from 'node:fs/promises';
import { connect } from 'node:net';
import type { Item } from '@holdall/contract/files';
import { describe, expect, it } from 'vitest';
import { eventually } from '#testing/eventually.ts';
import { answerOn } from '#testing/upload-client.ts';
import { useUploads } from '#testing/use-uploads.ts';

const { server, client, cookie, origin } = useUploads();

const content = ({ data }: Item): string => `/api/files/${data.id}/content`;

describe.runIf(process.platform === 'linux')('a client that leaves', () => {
  const openBlobs = async (): Promise<number> => {
    const links = await readdir('/proc/self/fd');
    const targets = await Promise.all(links.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
    return targets.filter((target) => target.includes(`${server.dataDir}/blobs`)).length;
  };

  it.each([1, 50, 99])(
    'after %i per cent closes the file at once, and no failure is logged',
    async (percent) => {
      const size = 20_000_000;
      const path = content(await client.put('a.bin', Buffer.alloc(size)));
      const sockets = Array.from({ length: 5 }, () => client.open(`GET ${path} HTTP/1.1`));
      await Promise.all(
        sockets.map(
          (socket) =>
            new Promise<void>((resolve) => {
              let seen = 0;
              socket.on('data', (piece: Buffer) => {
                seen += piece.length;
                if (seen < (size * percent) / 100) return;
                socket.destroy();
                resolve();
              });
            }),
        ),
      );
      await eventually(async () => expect(await openBlobs()).toBe(0));
      expect(server.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
      expect((await client.get('/health/live')).status).toBe(200);
    },
  );

  it('before the first byte of several ranges closes the file as well', async () => {
    const path = content(await client.put('a.bin', Buffer.alloc(20_000_000)));
    const socket = client.open(`GET ${path} HTTP/1.1\r\nRange: bytes=0-9000000,9000002-19000000`);
    await new Promise<void>((resolve) => {
      socket.once('data', () => {
        socket.destroy();
        resolve();
      });
    });
    await eventually(async () => expect(await openBlobs()).toBe(0));
  });

  const pipeline = async (size: number, times: number) => {
    const path = content(await client.put('a.bin', Buffer.alloc(size, 120)));
    const { port } = new URL(origin());
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie()}\r\n\r\n`.repeat(times));
    await eventually(async () => expect(await openBlobs()).toBe(1));
    return socket;
  };

  it('has one file open, however many answers wait on its connection', async () => {
    const [size, times] = [10_000_000, 30];
    const socket = await pipeline(size, times);
    let [most, seen, pieces] = [0, 0, 0];
    for await (const piece of socket as AsyncIterable<Buffer>) {
      seen += piece.length;
      pieces += 1;
      if (pieces % 16 === 0) most = Math.max(most, await openBlobs());
      if (seen >= size * times) break;
    }
    expect(most).toBeLessThanOrEqual(2);
    await eventually(async () => expect(await openBlobs()).toBe(0));
  });

  it('while answers wait on its connection leaves nothing open', async () => {
    const socket = await pipeline(20_000_000, 30);
    for (let round = 0; round < 5; round += 1) {
      expect((await client.get('/health/live')).status).toBe(200);
      expect(await openBlobs()).toBe(1);
    }
    socket.destroy();
    await eventually(async () => expect(await openBlobs()).toBe(0));
    expect(server.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
    expect((await client.get('/health/live')).status).toBe(200);
  });

  it('does not affect one that stays', async () => {
    const path = content(await client.put('a.bin', Buffer.from('still here')));
    const socket = client.open(`GET ${path} HTTP/1.1`);
    expect((await answerOn(socket)).body).toBe('still here');
    socket.destroy();
  });
});
