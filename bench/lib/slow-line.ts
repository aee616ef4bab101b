/** A line of a chosen round trip before a server, as its users have it. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface SlowLine {
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/** Passes bytes on after half of a round trip. */
const delayed = (from: Socket, to: Socket, milliseconds: number): void => {
  from.on('data', (piece: Buffer) => setTimeout(() => to.write(piece), milliseconds));
  from.on('end', () => setTimeout(() => to.end(), milliseconds));
  from.on('error', () => to.destroy());
  from.on('close', () => setTimeout(() => to.destroy(), milliseconds));
};

/** @param roundTrip milliseconds */
export const openSlowLine = async (target: string, roundTrip: number): Promise<SlowLine> => {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket.setNoDelay());
      socket.once('close', () => sockets.delete(socket));
    }
    delayed(client, upstream, roundTrip / 2);
    delayed(upstream, client, roundTrip / 2);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The line has no port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
