import { appEndpoints } from '@holdall/contract/app.endpoints';
import { expect, test, vi } from 'vitest';
import { call } from './client.ts';

test('a call that the page’s head has made says nothing of its own, once', async () => {
  // An element in the document would be loaded.
  const link = Object.assign(document.createElement('link'), { rel: 'preload', as: 'fetch' });
  link.setAttribute('href', '/api/user');
  const found = vi.spyOn(document, 'querySelectorAll').mockReturnValue([link] as never);
  const said: unknown[] = [];
  vi.stubGlobal('fetch', async (address: string, { headers }: RequestInit) => {
    said.push([address, headers]);
    return new Response('{}');
  });
  await call(appEndpoints.getStorage, {});
  await call(appEndpoints.getUser, {});
  await call(appEndpoints.getUser, {});
  expect(said).toEqual([
    ['/api/user/storage', { accept: 'application/json' }],
    ['/api/user', {}],
    ['/api/user', { accept: 'application/json' }],
  ]);
  expect(found).toHaveBeenCalledExactlyOnceWith('link[rel=preload][as=fetch]');
});
