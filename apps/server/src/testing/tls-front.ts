import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Certificate } from '#testing/certificates.ts';

/** PostgreSQL's protocol, section 54.2.11: the number by which a client asks for TLS. */
const tlsRequest = 80_877_103;

/** Speaks TLS in front of a PostgreSQL, as the server itself does where it has a certificate. */
export const createTlsFront = async (
  behind: { readonly host: string; readonly port: number },
  { key, cert }: Certificate,
): Promise<{ readonly port: number; readonly close: () => Promise<void> }> => {
  const sockets = new Set<Socket>();
  const serve = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', (bytes: Buffer) => {
      if (bytes.length !== 8 || bytes.readInt32BE(4) !== tlsRequest) {
        socket.destroy();
        return;
      }
      socket.write('S');
      const secure = new TLSSocket(socket, { isServer: true, key, cert });
      const plain = connect(behind.port, behind.host);
      sockets.add(plain);
      // A client that does not like the certificate leaves.
      secure.on('error', () => plain.destroy());
      plain.on('error', () => secure.destroy());
      secure.on('close', () => plain.destroy());
      secure.pipe(plain).pipe(secure);
    });
  };
  const server = createServer(serve);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
};
