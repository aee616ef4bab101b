import { afterEach, expect, test } from 'vitest';
import { editing, hasPermission, permission } from './permission.ts';

afterEach(() => permission.set('master'));

test('a page without other word may do everything', () => {
  expect(hasPermission('master')).toBe(true);
  expect(hasPermission(editing)).toBe(true);
});

test('a check compares with one value, or with a list of them', () => {
  permission.set('editor');
  expect([hasPermission('editor'), hasPermission('master'), hasPermission('visitor')]).toEqual([
    true,
    false,
    false,
  ]);
  expect(hasPermission(['master', 'editor'])).toBe(true);
  permission.set('visitor');
  expect(hasPermission(['master', 'editor'])).toBe(false);
  expect(hasPermission([])).toBe(false);
});
