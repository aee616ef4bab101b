import { afterEach, expect, test, vi } from 'vitest';
import { navigate } from './location.ts';

afterEach(() => vi.unstubAllGlobals());

const keyAfter = (path: string): unknown => {
  navigate(path);
  return (history.state as { readonly key: unknown }).key;
};

test('pages get names of their own without what browsers give to https alone', () => {
  vi.stubGlobal('crypto', { getRandomValues: undefined, randomUUID: undefined, subtle: undefined });
  const keys = ['/platform/files/1', '/platform/files/2', '/platform/files/1'].map(keyAfter);
  expect(location.pathname).toBe('/platform/files/1');
  expect(new Set(keys).size).toBe(3);
});

test('another load of the page gives other names', async () => {
  const key = keyAfter('/platform/files/1');
  vi.resetModules();
  const again = await import('./location.ts');
  again.navigate('/platform/files/2');
  expect(history.state).not.toMatchObject({ key });
  const [load] = String(key).split(/-(?=\d+$)/);
  expect(String((history.state as { readonly key: unknown }).key)).not.toContain(load);
});

test('a page that is replaced keeps its name and place', () => {
  navigate('/platform/files');
  const before: unknown = history.state;
  navigate('/platform/files?sort=name', { replace: true });
  expect(history.state).toEqual(before);
  expect(location.search).toBe('?sort=name');
});
