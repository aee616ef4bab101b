import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { bodyOf } from './incoming-bytes.ts';
import { drainBodyAfterAnswer } from './drain-body.ts';

const rest = 16 * 1024 * 1024;

test('a sender whose body is rejected half-way can send the rest at once', async () => {
  const server = createServer((request, response) => {
    drainBodyAfterAnswer(request, response);
    void (async () => {
      // Waits for the next piece while the answer goes out, and leaves with it.
      for await (const _piece of bodyOf(request)) {
        if (response.writableEnded) return;
        setTimeout(() => response.writeHead(423).end());
      }
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${rest + 1}\r\n\r\n!`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toContain('423');
  const sent = new Promise<string>((resolve) => void socket.write(Buffer.alloc(rest), () => resolve('sent')));
  const late = new Promise<string>((resolve) => void setTimeout(resolve, 9_000, 'still sending'));
  expect(await Promise.race([sent, late])).toBe('sent');
});
