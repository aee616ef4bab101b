import { expect, test } from 'vitest';
import { createBreachedPasswords } from '#adapters/breached-passwords.ts';

const breached = createBreachedPasswords();

test.each([
  'password',
  '12345678',
  'qwertyuiop',
  'iloveyou',
  'trustno1',
  'p@ssw0rd',
  'liverpool',
  '1q2w3e4r5t',
])('%s is known from breaches', async (password) => {
  expect(await breached.has(password)).toBe(true);
});

test.each(['correct horse battery', 'seventeen quiet otters', 'x8-Tq_vL29.mmz', ''])(
  '%o is not',
  async (password) => {
    expect(await breached.has(password)).toBe(false);
  },
);
