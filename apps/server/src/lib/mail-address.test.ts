import { accountAddress } from '@holdall/contract/patterns';
import { expect, test } from 'vitest';
import { isMailAddress, parseMailAddress } from '#lib/mail-address.ts';

test.each([
  ['a@example.com', { name: '', address: 'a@example.com' }],
  [' a@example.com ', { name: '', address: 'a@example.com' }],
  ['Ada L. <a@example.com>', { name: 'Ada L.', address: 'a@example.com' }],
  ['"Ada, of course" <a@example.com>', { name: 'Ada, of course', address: 'a@example.com' }],
  ['<a@example.com>', { name: '', address: 'a@example.com' }],
])('%o is read', (text, expected) => {
  expect(parseMailAddress(text)).toEqual(expected);
});

test.each([
  '',
  'a',
  'a@',
  '@b',
  'a@b, c@d',
  'A <a>',
  'A <a@b> B <c@d>',
  'A\r\nBcc: x <a@b>',
  'a@b\n',
  `${'a'.repeat(600)} <a@b>`,
])('%o is no sender', (text) => {
  expect(parseMailAddress(text)).toBeUndefined();
});

test.each([
  ['a character without width', 'ad\u200ba@example.com'],
  ['a joiner', 'ada@exam\u200dple.com'],
  ['an override of the direction', '\u202eada@example.com'],
  ['an isolate', 'ada@\u2066example.com'],
  ['a soft hyphen', 'ada@example\u00ad.com'],
  ['a byte order mark', 'ada@example.com\ufeff'],
])('%s is in no address', (_what, text) => {
  expect(isMailAddress(text)).toBe(false);
  expect(accountAddress.test(text)).toBe(false);
});

test.each(['a@b,c@d', 'a b@c', 'a@b@c', '"a"@b', 'a(x)@b', 'a@[127.0.0.1]', 'a@b\r\n', 'g:a@b', 'a\\@b'])(
  '%o is not one plain address',
  (text) => {
    expect(isMailAddress(text)).toBe(false);
  },
);

test.each(['a@b', 'ada+x.y@example.com', 'ä@bücher.example'])('%o is', (text) => {
  expect(isMailAddress(text)).toBe(true);
});

test('an address is no longer than RFC 5321 allows', () => {
  expect(isMailAddress(`a@${'b'.repeat(252)}`)).toBe(true);
  expect(isMailAddress(`a@${'b'.repeat(253)}`)).toBe(false);
});
