/**
 * A minimal WebSocket server on this Node: a client joins `/group`, and a change that is posted there is sent
 * to all clients in it. It has no authentication.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

const groups = new Map<string, Set<WebSocket>>();
const server = createServer((request, response) => {
  for (const socket of groups.get(request.url ?? '') ?? []) socket.send('{"event":"files.changed"}');
  request.resume();
  response.writeHead(204).end();
});
new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket, { url = '' }) => {
  const group = groups.get(url) ?? new Set();
  groups.set(url, group.add(socket));
  socket.on('close', () => group.delete(socket));
});
// A connection that waits for its turn is not to be closed meanwhile.
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`ready at http://127.0.0.1:${port}\n`);
});
process.on('SIGTERM', () => process.exit(0));
