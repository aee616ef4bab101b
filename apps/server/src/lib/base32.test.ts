import { expect, test } from 'vitest';
import { encodeBase32 } from '#lib/base32.ts';

// RFC 4648, section 10, without the padding.
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
  ['12345678901234567890', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'],
])('%o is %s', (text, expected) => {
  expect(encodeBase32(Buffer.from(text))).toBe(expected);
});
