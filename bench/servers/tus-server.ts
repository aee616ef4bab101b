/** `@tus/server` with files in a folder, as its own manual starts it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';

const [directory = '.'] = process.argv.slice(2);
const tus = new Server({ path: '/files', datastore: new FileStore({ directory }) });
const server = createServer((request, response) => {
  tus.handle(request, response).catch(() => response.destroy());
});
// A connection that waits for its turn is not to be closed meanwhile.
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`ready at http://127.0.0.1:${port}\n`);
});
process.on('SIGTERM', () => process.exit(0));
// A client that closes its connection right after a download can crash this server: it closes a handle twice.
// The measurement continues all the same.
process.on('uncaughtException', (error) => {
  if (!('code' in error) || error.code !== 'ERR_INVALID_STATE') throw error;
});
