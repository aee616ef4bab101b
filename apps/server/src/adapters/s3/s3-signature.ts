import { createHash, createHmac } from 'node:crypto';

/** The credentials of the caller, and the region of the bucket. */
export interface S3Identity {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
}

export interface SignedRequest {
  readonly method: string;
  /** As in the `Host` header: with its port where that is not the scheme's default. */
  readonly host: string;
  /** As it is sent: encoded by `encodeKey`. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Lower-case names; `host`, `x-amz-date` and `x-amz-content-sha256` are added. */
  readonly headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body, hexadecimal. */
  readonly bodyHash: string;
}

export const hashOf = (...pieces: readonly (string | Uint8Array)[]): string => {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
};

/** SHA-256 of nothing. */
export const emptyHash = hashOf();

const hmac = (key: string | Uint8Array, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

/** RFC 3986: all but the unreserved characters, as the signature wants it. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Encodes a path once and keeps its slashes. */
export const encodeKey = (path: string): string => path.split('/').map(encode).join('/');

/** Sorted, as the signature wants it; also how it is sent, so that both are the same. */
export const queryText = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

/** `20130524T000000Z`. */
const stampOf = (now: number): string => new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');

const scopeOf = ({ region }: S3Identity, stamp: string): string =>
  `${stamp.slice(0, 8)}/${region}/s3/aws4_request`;

const signatureOf = (identity: S3Identity, stamp: string, canonical: string): string => {
  const [day = '', region = '', service = '', end = ''] = scopeOf(identity, stamp).split('/');
  let key = hmac(`AWS4${identity.secretKey}`, day);
  for (const part of [region, service, end]) key = hmac(key, part);
  const text = ['AWS4-HMAC-SHA256', stamp, scopeOf(identity, stamp), hashOf(canonical)].join('\n');
  return hmac(key, text).toString('hex');
};

const canonicalOf = (request: SignedRequest, headers: Readonly<Record<string, string>>): [string, string] => {
  const names = Object.keys(headers).sort();
  const lines = names.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}\n`);
  const signed = names.join(';');
  const { method, path, query, bodyHash } = request;
  return [[method, path, queryText(query), lines.join(''), signed, bodyHash].join('\n'), signed];
};

/**
 * The headers of a request that is signed by AWS Signature Version 4, those that it came with included.
 *
 * @param now milliseconds since 1970
 */
export const signHeaders = (
  identity: S3Identity,
  request: SignedRequest,
  now: number,
): Record<string, string> => {
  const stamp = stampOf(now);
  const headers: Record<string, string> = {
    ...request.headers,
    host: request.host,
    'x-amz-content-sha256': request.bodyHash,
    'x-amz-date': stamp,
  };
  const [canonical, signed] = canonicalOf(request, headers);
  const credential = `${identity.accessKey}/${scopeOf(identity, stamp)}`;
  const signature = signatureOf(identity, stamp, canonical);
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${credential},SignedHeaders=${signed},Signature=${signature}`,
  };
};

/** Signs the query of an address that works for so many seconds, for anybody who has it. */
export const signQuery = (
  identity: S3Identity,
  request: Pick<SignedRequest, 'method' | 'host' | 'path' | 'query'>,
  { now, seconds }: { readonly now: number; readonly seconds: number },
): string => {
  const stamp = stampOf(now);
  const query = {
    ...request.query,
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${identity.accessKey}/${scopeOf(identity, stamp)}`,
    'X-Amz-Date': stamp,
    'X-Amz-Expires': String(seconds),
    'X-Amz-SignedHeaders': 'host',
  };
  const whole = { ...request, query, headers: {}, bodyHash: 'UNSIGNED-PAYLOAD' };
  const [canonical] = canonicalOf(whole, { host: request.host });
  return queryText({ ...query, 'X-Amz-Signature': signatureOf(identity, stamp, canonical) });
};
