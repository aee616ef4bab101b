import { expect, test } from 'vitest';
import { createRecoveryCodes, normalizeRecoveryCode } from '#lib/recovery-codes.ts';

test('ten different codes of signs that nobody confuses', () => {
  const codes = createRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[2-9b-hjkmnp-tv-z]{6}(-[2-9b-hjkmnp-tv-z]{6}){3}$/);
});

test('a code has so many random bits that a fast hash of it is kept in safety', () => {
  const [code = ''] = createRecoveryCodes();
  expect(code.replaceAll('-', '').length * Math.log2(29)).toBeGreaterThan(112);
});

test('a code of two groups, as they were made before, is recognised', () => {
  expect(normalizeRecoveryCode(' BCD23F GH45JK')).toBe('bcd23f-gh45jk');
});

test('a code is recognised however it is typed', () => {
  const [code = ''] = createRecoveryCodes();
  for (const typed of [
    code,
    code.toUpperCase(),
    code.replaceAll('-', ''),
    ` ${code.replaceAll('-', ' – ')}\n`,
  ])
    expect(normalizeRecoveryCode(typed)).toBe(code);
  expect(normalizeRecoveryCode('nothing')).not.toBe(code);
});
