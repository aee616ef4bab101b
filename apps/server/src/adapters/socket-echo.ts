import { WebSocketServer } from 'ws';
import type { EchoSocket } from '#ports/echo.ts';

/** Bytes of a message. */
const longest = 256;
/** Milliseconds for which somebody may stay without a word. */
const patience = 10_000;
/** Sockets at once: it is open to anybody who comes before the installation. One more ends the oldest of them. */
const most = 20;

/** For who looks whether sockets come through to this server: it tells nothing, and keeps nobody. */
export const createEchoSocket = (): EchoSocket => {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: true,
    perMessageDeflate: false,
    maxPayload: longest,
  });
  return ({ request, socket, head }) => {
    if (server.clients.size >= most) {
      const [oldest] = server.clients;
      oldest?.terminate();
    }
    server.handleUpgrade(request, socket, head, (connection) => {
      const patienceEnds = setTimeout(() => connection.terminate(), patience);
      patienceEnds.unref();
      connection.once('close', () => clearTimeout(patienceEnds));
      connection.on('error', () => connection.terminate());
      connection.once('message', (data, isBinary) => {
        connection.send(data, { binary: isBinary });
        connection.close(1000);
      });
    });
  };
};
