import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type AgeIdentity, publicKeyOf, rawOf } from '#lib/age-keys.ts';

/** The input is no intact file of this format: altered, truncated, or of another format. */
export class AgeDamagedError extends Error {
  override readonly name = 'AgeDamagedError';
}

/** The identity is not of the recipient that a file is encrypted to. */
export class AgeIdentityError extends Error {
  override readonly name = 'AgeIdentityError';
}

const cipher = 'chacha20-poly1305';
const tagLength = 16;
const chunkSize = 65_536;
const nonceLength = 16;
const fileKeyLength = 16;
/** 32 bytes in canonical base64 without padding: the last letter holds four of their bits, and two that are zero. */
const word = '[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]';
const headerShape = new RegExp(
  `^(age-encryption\\.org/v1\\n-> X25519 (${word})\\n(${word})\\n---) (${word})\\n$`,
);
const headerLength = 168;

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '');

const derive = (key: Uint8Array, salt: Uint8Array, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, 32));

const seal = (key: Uint8Array, nonce: Uint8Array, bytes: Uint8Array): Buffer => {
  const sealing = createCipheriv(cipher, key, nonce, { authTagLength: tagLength });
  return Buffer.concat([sealing.update(bytes), sealing.final(), sealing.getAuthTag()]);
};

/** @returns undefined where the bytes are not what was sealed with the key */
const open = (key: Uint8Array, nonce: Uint8Array, bytes: Uint8Array): Buffer | undefined => {
  const opening = createDecipheriv(cipher, key, nonce, { authTagLength: tagLength });
  opening.setAuthTag(bytes.subarray(-tagLength));
  const opened = opening.update(bytes.subarray(0, -tagLength));
  try {
    opening.final();
    return opened;
  } catch {
    return undefined;
  }
};

/** The key that wraps a file's own: from a key of one side and the public key of the other. */
const wrapKeyOf = (pair: { privateKey: KeyObject; publicKey: KeyObject }, share: Buffer, to: Buffer) =>
  derive(diffieHellman(pair), Buffer.concat([share, to]), 'age-encryption.org/v1/X25519');

const noNonce = Buffer.alloc(12);

const macOf = (fileKey: Uint8Array, head: string): Buffer =>
  createHmac('sha256', derive(fileKey, Buffer.alloc(0), 'header'))
    .update(head)
    .digest();

/** The header of a file with one recipient: always of the same length. */
const writeHeader = (fileKey: Uint8Array, recipient: KeyObject): string => {
  const { privateKey, publicKey } = generateKeyPairSync('x25519');
  const share = rawOf(publicKey);
  const wrapKey = wrapKeyOf({ privateKey, publicKey: recipient }, share, rawOf(recipient));
  const body = seal(wrapKey, noNonce, fileKey);
  const head = `age-encryption.org/v1\n-> X25519 ${base64(share)}\n${base64(body)}\n---`;
  return `${head} ${base64(macOf(fileKey, head))}\n`;
};

/** @returns the file's own key. @throws AgeDamagedError, AgeIdentityError */
const readHeader = (header: string, { privateKey }: AgeIdentity): Buffer => {
  const [, head = '', ...words] = headerShape.exec(header) ?? [];
  const [share, body, mac] = words.map((text) => Buffer.from(text, 'base64'));
  if (share === undefined || body === undefined || mac === undefined)
    throw new AgeDamagedError('It does not begin as a file that is encrypted to one recipient.');
  let fileKey: Buffer | undefined;
  try {
    const wrapKey = wrapKeyOf({ privateKey, publicKey: publicKeyOf(share) }, share, rawOf(privateKey));
    fileKey = open(wrapKey, noNonce, body);
  } catch (error) {
    // Low-order public keys lead to the same secret for every private key.
    throw new AgeDamagedError('Its header is not sound.', { cause: error });
  }
  if (fileKey?.length !== fileKeyLength)
    throw new AgeIdentityError('The identity is not of the recipient that it is encrypted to.');
  if (!timingSafeEqual(macOf(fileKey, head), mac)) throw new AgeDamagedError('Its header was altered.');
  return fileKey;
};

/** The nonces of a file's chunks, in their order. */
const createNonces = (): ((isLast: boolean) => Buffer) => {
  let count = 0;
  return (isLast) => {
    const nonce = Buffer.alloc(12);
    nonce.writeUIntBE(count, 5, 6);
    nonce[11] = isLast ? 1 : 0;
    count += 1;
    return nonce;
  };
};

/** Cuts bytes into chunks. The last one, which may be as long as others, is handed over at the end alone. */
const createCutter = (size: number) => {
  let held = Buffer.alloc(0);
  return {
    *push(bytes: Uint8Array): Generator<Buffer> {
      const all = Buffer.concat([held, bytes]);
      let from = 0;
      for (; all.length - from > size; from += size) yield all.subarray(from, from + size);
      held = all.subarray(from);
    },
    last: (): Buffer => held,
  };
};

/** Bytes go in piece by piece, and come out as they can; each piece may be used again afterwards. */
export interface AgeTransform {
  push(bytes: Uint8Array): Buffer;
  /** Returns the remaining bytes, and ends the stream. */
  end(): Buffer;
}

/** Encrypts to a recipient, in the format of age (age-encryption.org/v1). */
export const createAgeEncryptor = (recipient: KeyObject): AgeTransform => {
  const fileKey = randomBytes(fileKeyLength);
  const nonce = randomBytes(nonceLength);
  const key = derive(fileKey, nonce, 'payload');
  const nextNonce = createNonces();
  const cutter = createCutter(chunkSize);
  let before = Buffer.concat([Buffer.from(writeHeader(fileKey, recipient)), nonce]);
  const after = (sealed: readonly Buffer[]): Buffer => {
    const all = Buffer.concat([before, ...sealed]);
    before = Buffer.alloc(0);
    return all;
  };
  return {
    push: (bytes) => after([...cutter.push(bytes)].map((chunk) => seal(key, nextNonce(false), chunk))),
    end: () => after([seal(key, nextNonce(true), cutter.last())]),
  };
};

/**
 * Decrypts what was encrypted to one recipient. Bytes come out only after they were authenticated; that none is missing at
 * the end is known at the end.
 *
 * @throws AgeDamagedError, AgeIdentityError from both of its functions
 */
export const createAgeDecryptor = (identity: AgeIdentity): AgeTransform => {
  const nextNonce = createNonces();
  const cutter = createCutter(chunkSize + tagLength);
  const headLength = headerLength + nonceLength;
  let head = Buffer.alloc(0);
  let key: Buffer | undefined;
  let isFirst = true;
  const openChunk = (chunk: Buffer, isLast: boolean): Buffer => {
    const opened =
      key === undefined || chunk.length < tagLength ? undefined : open(key, nextNonce(isLast), chunk);
    // An empty chunk ends an empty file alone.
    if (opened === undefined || (opened.length === 0 && !isFirst))
      throw new AgeDamagedError('It was altered, or its end is missing.');
    isFirst = false;
    return opened;
  };
  /** Takes the header off the first bytes. @returns what comes after it */
  const takeHead = (bytes: Uint8Array): Uint8Array => {
    if (key !== undefined) return bytes;
    head = Buffer.concat([head, bytes]);
    if (head.length < headLength) return Buffer.alloc(0);
    const fileKey = readHeader(head.toString('latin1', 0, headerLength), identity);
    key = derive(fileKey, head.subarray(headerLength, headLength), 'payload');
    return head.subarray(headLength);
  };
  return {
    push: (bytes) => Buffer.concat([...cutter.push(takeHead(bytes))].map((chunk) => openChunk(chunk, false))),
    end: () => openChunk(cutter.last(), true),
  };
};

/** Sends pieces through; nothing but one piece is in memory. */
export async function* throughAge(
  pieces: AsyncIterable<Uint8Array>,
  transform: AgeTransform,
): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    const bytes = transform.push(piece);
    if (bytes.length > 0) yield bytes;
  }
  const rest = transform.end();
  if (rest.length > 0) yield rest;
}

/** Sends a file through into a new one, which is durable when this resolves. */
export const copyThroughAge = (from: string, to: string, transform: AgeTransform): Promise<void> =>
  pipeline(
    createReadStream(from, { highWaterMark: 1_048_576 }),
    (pieces: AsyncIterable<Uint8Array>) => throughAge(pieces, transform),
    createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }),
  );
