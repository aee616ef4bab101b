import { expect, test } from 'vitest';
import { createRecoveryCodes, normalizeRecoveryCode } from '#lib/recovery-codes.ts';

test('ten different codes of signs that nobody confuses', () => {
  const codes = createRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[2-9b-hjkmnp-tv-z]{6}-[2-9b-hjkmnp-tv-z]{6}$/);
});

test('a code is recognised however it is typed', () => {
  const [code = ''] = createRecoveryCodes();
  for (const typed of [code, code.toUpperCase(), code.replace('-', ''), ` ${code.replace('-', ' – ')}\n`])
    expect(normalizeRecoveryCode(typed)).toBe(code);
  expect(normalizeRecoveryCode('nothing')).not.toBe(code);
});
