import { afterEach, expect, test, vi } from 'vitest';
import { themeOf } from './theme.ts';
import { debounced } from './debounced.ts';

afterEach(() => vi.useRealTimers());

test('system follows the device, the others do not', () => {
  expect([
    themeOf('system', true),
    themeOf('system', false),
    themeOf('light', true),
    themeOf('dark', false),
  ]).toEqual(['dark', 'light', 'light', 'dark']);
});

test('of several changes in a row only the last is saved, 150 ms after it', () => {
  vi.useFakeTimers();
  const saved: string[] = [];
  const save = debounced((value: string) => saved.push(value), 150);
  save('dark');
  vi.advanceTimersByTime(149);
  save('light');
  vi.advanceTimersByTime(149);
  expect(saved).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(saved).toEqual(['light']);
});

test('a change that waits is saved at once when the page is left, and only once', () => {
  vi.useFakeTimers();
  const saved: string[] = [];
  const save = debounced((value: string) => saved.push(value), 150);
  save('dark');
  save.flush();
  expect(saved).toEqual(['dark']);
  vi.advanceTimersByTime(1000);
  save.flush();
  expect(saved).toEqual(['dark']);
});
