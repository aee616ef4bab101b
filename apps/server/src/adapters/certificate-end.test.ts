import { X509Certificate } from 'node:crypto';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { createServer } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { createCertificateReader } from '#adapters/certificate-end.ts';
import { createOutbound } from '#adapters/outbound-net.ts';
import { createAuthority } from '#testing/certificates.ts';

const listening = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.close();
  });
  return (server.address() as AddressInfo).port;
};
const read = createCertificateReader(createOutbound({ allowedPrivateHosts: [] }));

test.each(['127.0.0.1', 'localhost'])(
  'returns when the certificate of %s expires, whoever issued it',
  async (host) => {
    const { key, cert } = createAuthority().issue(host);
    const port = await listening(createServer({ key, cert }));
    expect(await read(host, port, true)).toBe(Date.parse(new X509Certificate(cert).validTo));
  },
);

test('returns nothing for a host that speaks no TLS, is unreachable, or is not allowed', async () => {
  const plain = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
  });
  const port = await listening(plain);
  expect(await read('127.0.0.1', port, true)).toBeUndefined();
  // Only an administrator may name a private address.
  expect(await read('127.0.0.1', port, false)).toBeUndefined();
  expect(await read('127.0.0.1', 1, true)).toBeUndefined();
});
