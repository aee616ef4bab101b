import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';

/** A key with its certificate, as PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

export interface Authority {
  /** PEM; trusting it means trusting the certificates that it has issued. */
  readonly cert: string;
  /** A certificate for one host name or IPv4 address. */
  issue(host: string): Certificate;
}

/** DER (X.690): a tag, the length of the content, the content. */
const der = (tag: number, ...contents: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(contents);
  const { length } = content;
  const long = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(length < 0x80 ? [tag, length] : [tag, ...long]), content]);
};
const sequence = (...contents: readonly Buffer[]): Buffer => der(0x30, ...contents);
const integer = (bytes: Buffer): Buffer => der(0x02, bytes);
const bits = (bytes: Buffer): Buffer => der(0x03, Buffer.from([0]), bytes);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const explicit = (number: number, content: Buffer): Buffer => der(0xa0 | number, content);
const time = (date: Date): Buffer =>
  der(0x18, Buffer.from(date.toISOString().replaceAll(/[-:T]|\.\d+/g, '')));

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
const nameOf = (commonName: string): Buffer =>
  sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(commonName)))));
const extension = (id: string, value: Buffer): Buffer => sequence(oid(id), der(0x04, value));
const yes = der(0x01, Buffer.from([0xff]));
const authorityExtension = sequence(oid('551d13'), yes, der(0x04, sequence(yes)));
const hostExtension = (host: string): Buffer => {
  const address = Buffer.from(host.split('.').map(Number));
  const name = isIP(host) === 4 ? der(0x87, address) : der(0x82, Buffer.from(host));
  return extension('551d11', sequence(name));
};

interface Draft {
  readonly subject: string;
  readonly issuer: string;
  readonly publicKey: KeyObject;
  readonly signer: KeyObject;
  readonly extension: Buffer;
}

const dayMs = 86_400_000;

/** RFC 5280, section 4.1. */
const certificateOf = (draft: Draft): string => {
  const now = Date.now();
  const body = sequence(
    explicit(0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ecdsaWithSha256,
    nameOf(draft.issuer),
    sequence(time(new Date(now - dayMs)), time(new Date(now + dayMs))),
    nameOf(draft.subject),
    draft.publicKey.export({ type: 'spki', format: 'der' }),
    explicit(3, sequence(draft.extension)),
  );
  const bytes = sequence(body, ecdsaWithSha256, bits(sign('sha256', body, draft.signer)));
  const lines = bytes.toString('base64').replaceAll(/.{64}/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
};

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** A certificate authority of a test's own. */
export const createAuthority = (): Authority => {
  const issuer = 'Test authority';
  const { privateKey: signer, publicKey } = newKey();
  return {
    cert: certificateOf({ subject: issuer, issuer, publicKey, signer, extension: authorityExtension }),
    issue: (host) => {
      const { privateKey, publicKey } = newKey();
      return {
        key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
        cert: certificateOf({ subject: host, issuer, publicKey, signer, extension: hostExtension(host) }),
      };
    },
  };
};
