import { isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Outbound } from '#ports/outbound.ts';

const timeoutMs = 5_000;

/** @returns when the certificate of a host ends, in milliseconds since 1970; undefined: nobody has shown one */
export type ReadCertificateEnd = (
  host: string,
  port: number,
  trusted: boolean,
) => Promise<number | undefined>;

/** Looks at the certificate that a host shows, whoever has made it and whether it is over by now. */
export const createCertificateReader =
  (outbound: Pick<Outbound, 'connect'>): ReadCertificateEnd =>
  async (host, port, trusted) => {
    const socket = await outbound.connect({ host, port, trusted }, { timeoutMs }).catch(() => undefined);
    if (socket === undefined) return undefined;
    const { promise, resolve } = Promise.withResolvers<number | undefined>();
    // Nothing is sent by it: only what is shown is looked at. An address is no name that could be asked for.
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
