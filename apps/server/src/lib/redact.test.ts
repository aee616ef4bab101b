import { expect, test } from 'vitest';
import { redactEmail, redactName, redactPath } from './redact.ts';

test.each([
  ['Ada Lovelace', 'A… L…'],
  ['Ada', 'A…'],
  ['', ''],
  ['👩‍🚀 Zoë', '👩‍🚀… Z…'],
])('the log keeps %j as %j', (name, masked) => {
  expect(redactName(name)).toBe(masked);
});

test.each([
  ['ada@example.com', 'a…@example.com'],
  ['"a@b"@example.com', '"…@example.com'],
  ['a@example.com', 'a…@example.com'],
  ['no address', 'n…'],
])('the log keeps %s as %s', (email, masked) => {
  expect(redactEmail(email)).toBe(masked);
});

const token = 'Zm9v-_4yTq1Lk8Wd3Rb7Xs2Vn6Hc5Jg0';
const encodedOnce = Array.from(token, (sign) => `%${sign.charCodeAt(0).toString(16)}`).join('');
const encodedTwice = encodedOnce.replaceAll('%', '%25');
test.each([
  [`/share/${token}`],
  [`/share/${token}/files`],
  [`/api/files/01900000-0000-7000-8000-000000000000/content/${token}`],
  [`/share/${token}.`],
  [`/share/${token})`],
  [`/share/${token},`],
  [`/share/${token};x`],
  [`/request/${token}…`],
  [`/request/${encodeURIComponent(`${token}…`)}`],
  [`/share/<${token}>`],
  [`/share/${token}%zz`],
  [`/share/${token}%E2`],
  [`/share/%5A${token.slice(1)}`],
  [`/share/${token.replace('-', '%2D').replace('_', '%5f')}`],
  [`/share/${encodedOnce}`],
  [`/api/zip/${encodedOnce}`],
  [`/api/zip/${encodedTwice}`],
  [`/api/zip/${encodedTwice.replaceAll('%', '%2525252525')}`],
  [`/share/${token.slice(0, 16)}%0A${token.slice(16)}`],
  [`/request/${token.slice(0, 20)}%20${token.slice(20)}`],
  [`/elsewhere/share%2F${token}`],
  [`/${token}`],
])('a log contains no token of a link: %s', (path) => {
  const kept = redactPath(path);
  for (const part of [token.slice(4, 16), token.slice(-12)]) expect(decodeAll(kept)).not.toContain(part);
});
/** Decodes a path in every way that a reader of the log could. */
const decodeAll = (path: string): string => {
  let text = path;
  for (let round = 0; round < 20; round += 1)
    text = text.replaceAll(/%([0-7][\da-f])/gi, (_whole, hex: string) =>
      String.fromCodePoint(Number.parseInt(hex, 16)),
    );
  return text;
};

test('a log distinguishes links by their first characters', () => {
  expect(redactPath(`/share/${token}/files`)).toBe('/share/Zm9v…/files');
  expect(redactPath(`/api/zip/${encodedOnce}`)).toBe('/api/zip/Zm9v…');
});

test.each([
  '/',
  '/share',
  '/api/share/revoke',
  '/api/browse/folders/01900000-0000-7000-8000-000000000000',
  `/api/sessions/${'ab'.repeat(32)}`,
  '/api/items/%C3%A9t%C3%A9',
  '/api/admin/settings/environment',
])('a log keeps %s unchanged', (path) => {
  expect(redactPath(path)).toBe(path);
});
