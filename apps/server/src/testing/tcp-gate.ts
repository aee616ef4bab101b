import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to another server that can be shut: whoever is on it is cut off, and nobody gets through any more. */
export interface TcpGate {
  readonly port: number;
  shut(): Promise<void>;
  /** Passes nothing on any more, and leaves connections open, new ones too, as a network does that is cut. */
  mute(): void;
}

export const createTcpGate = async (to: {
  readonly host: string;
  readonly port: number;
}): Promise<TcpGate> => {
  const sockets = new Set<Socket>();
  let isMute = false;
  const server = createServer((socket) => {
    if (isMute) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
      return;
    }
    const other = connect(to);
    for (const [one, another] of [
      [socket, other],
      [other, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => another.destroy());
      one.on('close', () => {
        sockets.delete(one);
        another.destroy();
      });
      one.pipe(another);
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    mute: () => {
      isMute = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    shut: async () => {
      const closed = new Promise((resolve) => {
        server.close(resolve);
      });
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
};
