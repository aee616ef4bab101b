import { expect, test } from 'vitest';
import { createRecoveryCodes, normalizeRecoveryCode } from '#lib/recovery-codes.ts';

test('ten different codes of unambiguous characters', () => {
  const codes = createRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[2-9b-hjkmnp-tv-z]{6}(-[2-9b-hjkmnp-tv-z]{6}){3}$/);
});

test('a code has enough random bits for a fast hash', () => {
  const [code = ''] = createRecoveryCodes();
  expect(code.replaceAll('-', '').length * Math.log2(29)).toBeGreaterThan(112);
});

test('a code of two groups, of an earlier version, is recognised', () => {
  expect(normalizeRecoveryCode(' BCD23F GH45JK')).toBe('bcd23f-gh45jk');
});

test('a code is recognised in any notation', () => {
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
