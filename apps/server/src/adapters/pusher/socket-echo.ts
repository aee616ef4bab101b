import { WebSocketServer } from 'ws';
import type { EchoSocket } from '#ports/echo.ts';

/** Bytes of a message. */
const longest = 256;
/** Milliseconds for which a client may stay silent. */
const patience = 10_000;
/** Concurrent sockets: everybody may connect before the installation. One more ends the oldest. */
const most = 20;

/** Tests whether WebSockets reach this server: it reveals nothing, and holds no client for long. */
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
