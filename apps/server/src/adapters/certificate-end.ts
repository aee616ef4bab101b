import { isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Outbound } from '#ports/outbound.ts';

const timeoutMs = 5_000;

/**
 * @returns when the certificate of a host expires, in milliseconds since 1970; undefined: the host has
 * presented none
 */
export type ReadCertificateEnd = (
  host: string,
  port: number,
  trusted: boolean,
) => Promise<number | undefined>;

/** Reads the expiry of the certificate that a host presents, whoever issued it, even if it has expired. */
export const createCertificateReader =
  (outbound: Pick<Outbound, 'connect'>): ReadCertificateEnd =>
  async (host, port, trusted) => {
    const socket = await outbound.connect({ host, port, trusted }, { timeoutMs }).catch(() => undefined);
    if (socket === undefined) return undefined;
    const { promise, resolve } = Promise.withResolvers<number | undefined>();
    // The connection sends nothing: only the certificate is read. SNI takes no IP address.
    const servername = isIP(host) === 0 ? host : '';
    const tls = connectTls({ socket, servername, rejectUnauthorized: false });
    tls.setTimeout(timeoutMs, () => resolve(undefined));
    tls.on('error', () => resolve(undefined));
    tls.on('close', () => resolve(undefined));
    tls.on('secureConnect', () => {
      const end = Date.parse(tls.getPeerCertificate().valid_to);
      resolve(Number.isNaN(end) ? undefined : end);
    });
    try {
      return await promise;
    } finally {
      tls.destroy();
    }
  };
