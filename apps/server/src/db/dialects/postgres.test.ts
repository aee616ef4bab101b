import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkDatabase } from '#db/check/check-database.ts';
import { postgresUrlOf } from '#lib/postgres-url.ts';

/** An authentication request of the protocol, or one that continues it. */
const asking = (kind: number, text: string): Buffer => {
  const body = Buffer.concat([Buffer.from([0, 0, 0, kind]), Buffer.from(text)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from('R'), length, body]);
};

let server: Server;
let ended: Promise<void>;
beforeEach(async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  ended = promise;
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('close', () => resolve());
    // The protocol of SCRAM as far as a client goes that has no password: it stops there, and says nothing.
    socket.once('data', () => socket.write(asking(10, 'SCRAM-SHA-256\0\0')));
    socket.on('data', (data) => {
      const nonce = /r=([^,]+)/.exec(data.toString('latin1'))?.[1];
      if (nonce !== undefined) socket.write(asking(11, `r=${nonce}x,s=c2FsdA==,i=4096`));
    });
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
});
afterEach(async () => {
  await new Promise((closed) => {
    server.close(closed);
  });
});

test('a connection without the required password is closed, instead of waiting for the server’s timeout', async () => {
  const { port } = server.address() as AddressInfo;
  const url = postgresUrlOf({ host: '127.0.0.1', port, database: 'files', user: 'ada', password: '' });
  expect(await checkDatabase({ kind: 'postgres', url })).toMatchObject({ ok: false, field: 'password' });
  await ended;
});
