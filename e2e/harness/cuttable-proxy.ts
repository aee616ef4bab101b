/** A TCP proxy whose connections can be cut, as a train in a tunnel does. */
import { connect, createServer, type Socket } from 'node:net';

export interface CuttableProxy {
  readonly url: string;
  /** Cuts every connection once, when the next `bytes` bytes have gone to the server. */
  readonly cutAfter: (bytes: number) => Promise<void>;
  /** Cuts every connection, and all that come until it is mended. */
  readonly stop: () => void;
  readonly mend: () => void;
  readonly close: () => Promise<void>;
}

/** Starts a proxy before the server at `target`. */
export const startCuttableProxy = async (target: string): Promise<CuttableProxy> => {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let left = Number.POSITIVE_INFINITY;
  let onCut: () => void = () => undefined;
  let isStopped = false;

  const cut = () => {
    left = Number.POSITIVE_INFINITY;
    for (const socket of sockets) socket.destroy();
    onCut();
  };
  const server = createServer((client) => {
    if (isStopped) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (bytes) => {
      left -= bytes.length;
      if (left < 0) cut();
    });
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The proxy has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    cutAfter: (bytes) =>
      new Promise((resolve) => {
        left = bytes;
        onCut = resolve;
      }),
    stop: () => {
      isStopped = true;
      cut();
    },
    mend: () => {
      isStopped = false;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};
