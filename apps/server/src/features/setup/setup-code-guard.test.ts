import { expect, test } from 'vitest';
import type { ErrorCode } from '@holdall/contract/error-codes';
import { AppError } from '#lib/app-error.ts';
import { createTestClock } from '#testing/test-clock.ts';
import {
  createSetupCodeGuard,
  type SetupCodeGuard,
  type SetupCodeAttempt,
} from './setup-code-guard.service.ts';

const code = 'ABCD-EFGH-IJKL-MNOP-QRST-UVWX-YZ23';
const clock = createTestClock();
const guardOf = (): SetupCodeGuard => createSetupCodeGuard({ clock, code: () => code });

const here: SetupCodeAttempt = { code: undefined, address: '127.0.0.1' };
const there: SetupCodeAttempt = { code: undefined, address: '203.0.113.7' };

const refusal = (facts: SetupCodeAttempt, codeGuard = guardOf()): ErrorCode | undefined => {
  try {
    codeGuard.check(facts);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
};

test.each([here, there])('every request needs the code: %o', (facts) => {
  expect(refusal(facts)).toBe('setup.code_needed');
  expect(refusal({ ...facts, code: '' })).toBe('setup.code_needed');
  expect(refusal({ ...facts, code: 'ABCD' })).toBe('setup.code_wrong');
  expect(refusal({ ...facts, code })).toBeUndefined();
});

test('a code may be typed in as it is read', () => {
  expect(refusal({ ...there, code: ' abcd efgh-ijklmnop qrst-uvwx-yz23 ' })).toBeUndefined();
  expect(refusal({ ...there, code: code.slice(0, -1) })).toBe('setup.code_wrong');
  expect(refusal({ ...there, code: `${code}2` })).toBe('setup.code_wrong');
});

test('an address has ten wrong codes a minute, and the right one is accepted all the same', () => {
  const codeGuard = guardOf();
  for (let count = 0; count < 10; count += 1)
    expect(refusal({ ...there, code: `wrong ${count}` }, codeGuard)).toBe('setup.code_wrong');
  expect(refusal({ ...there, code: 'wrong' }, codeGuard)).toBe('limit.too_many');
  expect(refusal({ ...there, code }, codeGuard)).toBeUndefined();
  expect(refusal({ ...here, code: 'wrong' }, codeGuard)).toBe('setup.code_wrong');
  clock.advance(60_000);
  expect(refusal({ ...there, code: 'wrong' }, codeGuard)).toBe('setup.code_wrong');
});
