import { afterEach, expect, test, vi } from 'vitest';
import { themeOf } from './theme.ts';
import { debounced } from './theme.store.ts';

afterEach(() => vi.useRealTimers());

test('only the system mode follows the device', () => {
  expect([
    themeOf('system', true),
    themeOf('system', false),
    themeOf('light', true),
    themeOf('dark', false),
  ]).toEqual(['dark', 'light', 'light', 'dark']);
});

test('several changes in a row save only the last one after 150 ms', () => {
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

test('a pending change is saved once when the page is left', () => {
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
