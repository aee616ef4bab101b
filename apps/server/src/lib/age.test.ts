import { randomBytes } from 'node:crypto';
import { Decrypter, Encrypter, generateIdentity, identityToRecipient } from 'age-encryption';
import { expect, test } from 'vitest';
import {
  AgeDamagedError,
  AgeIdentityError,
  type AgeTransform,
  createAgeDecryptor,
  createAgeEncryptor,
  throughAge,
} from '#lib/age.ts';
import { type AgeIdentity, createIdentity, readIdentities, readRecipient } from '#lib/age-keys.ts';

const chunk = 65_536;
/** Sizes around the ends of chunks: the last chunk is marked. */
const sizes = [0, 1, chunk - 1, chunk, chunk + 1, 2 * chunk, 200_000];

const identityIn = (text: string): AgeIdentity => {
  const [identity] = readIdentities(text) ?? [];
  if (identity === undefined) throw new Error('There is no identity.');
  return identity;
};
const encryptorTo = (recipient: string): AgeTransform => {
  const key = readRecipient(recipient);
  if (key === undefined) throw new Error('There is no recipient.');
  return createAgeEncryptor(key);
};

/** Sends bytes through in pieces, whose memory is used again as a store does it. */
const through = async (bytes: Uint8Array, transform: AgeTransform, pieceSize = 10_000): Promise<Buffer> => {
  const memory = Buffer.alloc(pieceSize);
  const pieces = async function* (): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += pieceSize) {
      const part = bytes.subarray(at, at + pieceSize);
      memory.set(part);
      yield memory.subarray(0, part.length);
    }
  };
  const all: Buffer[] = [];
  for await (const piece of throughAge(pieces(), transform)) all.push(piece);
  return Buffer.concat(all);
};

const [identity, other] = [createIdentity(new Date(0)), createIdentity(new Date(0))];
const encrypt = (bytes: Uint8Array): Promise<Buffer> => through(bytes, encryptorTo(identity.recipient));
const decrypt = (bytes: Uint8Array, text = identity.text): Promise<Buffer> =>
  through(bytes, createAgeDecryptor(identityIn(text)));

test.each(sizes)('the reference implementation decrypts %d bytes that were encrypted here', async (size) => {
  const secret = await generateIdentity();
  const plain = randomBytes(size);
  const decrypter = new Decrypter();
  decrypter.addIdentity(secret);
  const encrypted = await through(plain, encryptorTo(await identityToRecipient(secret)));
  expect(plain.equals(await decrypter.decrypt(encrypted))).toBe(true);
});

test.each(sizes)('%d bytes of the reference implementation are decrypted here', async (size) => {
  const plain = randomBytes(size);
  const encrypter = new Encrypter();
  encrypter.addRecipient(identity.recipient);
  const encrypted = await encrypter.encrypt(new Uint8Array(plain));
  for (const pieceSize of [100, 1_048_576])
    expect(
      plain.equals(await through(encrypted, createAgeDecryptor(identityIn(identity.text)), pieceSize)),
    ).toBe(true);
});

test('the same bytes are encrypted differently each time', async () => {
  const plain = Buffer.from('the same');
  const [first, second] = [await encrypt(plain), await encrypt(plain)];
  expect(first.subarray(30).equals(second.subarray(30))).toBe(false);
});

test('another identity opens nothing', async () => {
  const encrypted = await encrypt(Buffer.from('secret'));
  await expect(decrypt(encrypted, other.text)).rejects.toThrow(AgeIdentityError);
});

test.each([0, chunk, chunk + 10, 3 * chunk])(
  'a file of %d bytes that is truncated anywhere is refused',
  async (size) => {
    const encrypted = await encrypt(Buffer.alloc(size, 'a'));
    const sealed = chunk + 16;
    const cuts = [1, 16, 17, sealed, sealed + 1, 2 * sealed, encrypted.length - 184, encrypted.length - 100]
      .filter((cut) => cut > 0 && cut <= encrypted.length)
      .concat(encrypted.length);
    for (const cut of cuts)
      await expect(decrypt(encrypted.subarray(0, encrypted.length - cut))).rejects.toThrow(AgeDamagedError);
  },
);

test('a file with an altered byte is refused, wherever it is', async () => {
  const encrypted = await encrypt(Buffer.alloc(chunk + 10, 'a'));
  for (const at of [0, 40, 100, 150, 170, 184, 300, encrypted.length - 1]) {
    const altered = Buffer.from(encrypted);
    altered[at] = (altered[at] ?? 0) ^ 1;
    await expect(decrypt(altered)).rejects.toThrow(/^(It|Its header|The identity)/);
  }
});

test('swapped or appended chunks are refused', async () => {
  const encrypted = await encrypt(Buffer.concat([Buffer.alloc(chunk, 'a'), Buffer.alloc(chunk, 'b')]));
  const [head, sealed] = [184, chunk + 16];
  const [first, second] = [
    encrypted.subarray(head, head + sealed),
    encrypted.subarray(head + sealed, head + 2 * sealed),
  ];
  for (const chunks of [
    [second, first],
    [first, first, second],
    [first, second, second],
    [first, second, Buffer.from('x')],
  ])
    await expect(decrypt(Buffer.concat([encrypted.subarray(0, head), ...chunks]))).rejects.toThrow(
      AgeDamagedError,
    );
});

test('a low-order public key is refused', async () => {
  const encrypted = await encrypt(Buffer.from('x'));
  const weak = Buffer.alloc(32).toString('base64').replaceAll('=', '');
  const text = encrypted.toString('latin1').replace(/(?<=X25519 )\S+/, weak);
  await expect(decrypt(Buffer.from(text, 'latin1'))).rejects.toThrow(AgeDamagedError);
});

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

test.each([
  ['the share', /(?<=X25519 \S{42})\S/],
  ['the body', /(?<=X25519 \S+\n\S{42})\S/],
  ['the MAC', /(?<=\n--- \S{42})\S/],
])('a header whose base64 is not canonical in %s is refused', async (_where, last) => {
  const encrypted = (await encrypt(Buffer.from('x'))).toString('latin1');
  // The last letter holds four bits of the word, and two that have to be zero.
  const text = encrypted.replace(last, (letter) => letters[letters.indexOf(letter) + 1] ?? '');
  expect(text).not.toBe(encrypted);
  await expect(decrypt(Buffer.from(text, 'latin1'))).rejects.toThrow(
    /^It does not begin as a file that is encrypted to one recipient/,
  );
  const padded = encrypted.replace(last, (letter) => `${letter}=`);
  await expect(decrypt(Buffer.from(padded, 'latin1'))).rejects.toThrow(AgeDamagedError);
});
