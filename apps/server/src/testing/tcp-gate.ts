import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy to another server that can be shut: existing connections are cut, and new ones refused. */
export interface TcpGate {
  readonly port: number;
  shut(): Promise<void>;
  /** Forwards nothing any more, and leaves connections open, new ones too, like a broken network. */
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
