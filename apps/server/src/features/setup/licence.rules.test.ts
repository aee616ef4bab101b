import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { readLicence } from './licence.rules.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const now = Date.UTC(2026, 10, 22);

const signed = (payload: unknown, key: KeyObject = privateKey): string => {
  const bytes = Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload));
  return `${bytes.toString('base64url')}.${sign(null, bytes, key).toString('base64url')}`;
};
const right = signed({ holder: 'Northlight Ltd', seats: 20 });
const [head = '', tail = ''] = right.split('.');

test('a licence names its holder', () => {
  expect(readLicence(right, publicKey, now)).toEqual({ ok: true, holder: 'Northlight Ltd' });
});

test('line breaks added by a mail program are ignored', () => {
  expect(readLicence(`${right.slice(0, 30)}\r\n ${right.slice(30)}\n`, publicKey, now).ok).toBe(true);
});

test('a licence ends at its expiry', () => {
  expect(readLicence(signed({ holder: 'A', expires: '2026-11-23' }), publicKey, now).ok).toBe(true);
  expect(readLicence(signed({ holder: 'A', expires: '2026-11-21' }), publicKey, now)).toEqual({
    ok: false,
    sentence: 'This code has expired.',
  });
});

test.each([
  ['nothing', ''],
  ['a word', 'licence'],
  ['no signature', head],
  ['an empty signature', `${head}.`],
  ['another key', signed({ holder: 'A' }, generateKeyPairSync('ed25519').privateKey)],
  ['another holder', `${Buffer.from('{"holder":"Me"}').toString('base64url')}.${tail}`],
  ['a signature of something else', `${head}.${signed({ holder: 'B' }).split('.')[1]}`],
  ['a third part', `${right}.x`],
  ['characters that no code contains', `${head}!.${tail}`],
  ['no holder', signed({ name: 'A' })],
  ['an empty holder', signed({ holder: ' ' })],
  ['a holder of several lines', signed({ holder: 'A\nB' })],
  ['an expiry that is not a date', signed({ holder: 'A', expires: 'soon' })],
  ['no JSON', signed('holder')],
])('%s is not a licence', (_what, code) => {
  expect(readLicence(code, publicKey, now).ok).toBe(false);
});
