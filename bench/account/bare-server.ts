/** The least that an HTTP server on this Node can do: the yardstick that figures of a run are divided by. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const answer = Buffer.from(
  JSON.stringify({ data: Array.from({ length: 50 }, (_, id) => ({ id, name: `file ${id}` })) }),
);

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length });
  response.end(answer);
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`ready at http://127.0.0.1:${port}\n`);
});
process.on('SIGTERM', () => process.exit(0));
