import { expect, test } from 'vitest';
import { matchTotp, totpCode, totpUri } from '#lib/totp.ts';

const secret = Buffer.from('12345678901234567890');

// RFC 6238, appendix B: its codes have eight digits; ours are the last six.
test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('at second %i the code ends like %s', (seconds, expected) => {
  expect(totpCode(secret, seconds * 1000)).toBe(expected.slice(2));
});

test('a code is valid one step early and one late, and its step is returned', () => {
  const step = 40_000_000;
  const now = step * 30_000 + 12_345;
  const code = totpCode(secret, now);
  expect(matchTotp(secret, code, now)).toBe(step);
  expect(matchTotp(secret, code, now - 30_000)).toBe(step);
  expect(matchTotp(secret, code, now + 30_000)).toBe(step);
  expect(matchTotp(secret, code, now - 60_000)).toBeUndefined();
  expect(matchTotp(secret, code, now + 60_000)).toBeUndefined();
});

test.each(['', '12345', '1234567', 'abcdef', '١٢٣٤٥٦'])('%o is no code', (code) => {
  expect(matchTotp(secret, code, 59_000)).toBeUndefined();
});

test('the address contains issuer and account, with any characters', () => {
  const uri = new URL(totpUri({ secret, issuer: 'Files: ours & more', account: 'ada+x@example.com' }));
  expect(uri.protocol).toBe('otpauth:');
  expect(decodeURIComponent(uri.pathname)).toBe('/Files  ours & more:ada+x@example.com');
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    issuer: 'Files  ours & more',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
