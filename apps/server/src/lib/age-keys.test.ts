import { generateIdentity, identityToRecipient } from 'age-encryption';
import { expect, test } from 'vitest';
import { createIdentity, readIdentities, readRecipient } from '#lib/age-keys.ts';
import { encodeBech32 } from '#lib/bech32.ts';

test('keys match those of the reference implementation, both ways', async () => {
  for (let turn = 0; turn < 20; turn += 1) {
    const secret = await generateIdentity();
    const recipient = await identityToRecipient(secret);
    expect(readIdentities(`${secret}\n`)).toMatchObject([{ recipient }]);
    expect(readRecipient(recipient)).toBeDefined();
    const created = createIdentity(new Date());
    const line = created.text.trim().split('\n').at(-1) ?? '';
    expect(await identityToRecipient(line)).toBe(created.recipient);
  }
});

test('a file of several identities with comments is read as age-keygen writes it', () => {
  const [first, second] = [createIdentity(new Date(0)), createIdentity(new Date(0))];
  expect(first.text).toContain(
    `# created: 1970-01-01T00:00:00.000Z\n# public key: ${first.recipient}\nAGE-SECRET-KEY-1`,
  );
  const identities = readIdentities(`${first.text}\r\n\n${second.text}`);
  expect(identities?.map(({ recipient }) => recipient)).toEqual([first.recipient, second.recipient]);
});

test('a key that is mistyped, truncated or of another kind is refused', () => {
  const { recipient, text } = createIdentity(new Date(0));
  const swapped = recipient.endsWith('q') ? 'p' : 'q';
  for (const wrong of [
    '',
    'age1',
    recipient.slice(0, -1),
    `${recipient.slice(0, -1)}${swapped}`,
    recipient.toUpperCase(),
    `${recipient}\n`,
    'age1pq1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq',
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIA',
  ])
    expect(readRecipient(wrong)).toBeUndefined();
  for (const wrong of ['', '# only a comment\n', recipient, text.slice(0, -3), `${text}rubbish\n`])
    expect(readIdentities(wrong)).toBeUndefined();
});

/** Points of Curve25519 whose order is small, in the encodings that differ once the highest bit is left out. */
const pointsOfLowOrder = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800',
  '5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
];

test.each(pointsOfLowOrder)('a low-order public key is refused: %s', (point) => {
  const raw = Buffer.from(point, 'hex');
  expect(readRecipient(encodeBech32('age', raw))).toBeUndefined();
  // The highest bit of an encoding is ignored.
  raw[31] = (raw[31] ?? 0) | 0x80;
  expect(readRecipient(encodeBech32('age', raw))).toBeUndefined();
});
