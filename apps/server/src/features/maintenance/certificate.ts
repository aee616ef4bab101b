/** The certificate of the public address. */
export interface FoundCertificate {
  readonly host: string;
  /** Undefined if it could not be read. */
  readonly endsAt: number | undefined;
}

interface CertificateDeps {
  /** Returns the public origin. */
  readonly origin: () => string;
  /** True where the operator has chosen the origin, so that it may be at a private address. */
  readonly isTrusted: boolean;
  /** Reads when the certificate of a host ends. */
  readonly readEnd: (host: string, port: number, trusted: boolean) => Promise<number | undefined>;
}

/** Reads the certificate of the public address; undefined where that has none. */
export const createCertificateCheck =
  ({ origin, isTrusted, readEnd }: CertificateDeps) =>
  async (): Promise<FoundCertificate | undefined> => {
    const { protocol, hostname, port } = new URL(origin());
    if (protocol !== 'https:') return undefined;
    const host = hostname.replaceAll(/[[\]]/g, '');
    return { host: hostname, endsAt: await readEnd(host, port === '' ? 443 : Number(port), isTrusted) };
  };
