import { QueryClient } from '@tanstack/react-query';
import type { Config } from '@holdall/contract/settings';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { collectionsChanged } from '#features/files/cache/files.events.ts';
import { putConfig } from '#shared/config/config.ts';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { change, openPlace } from '#shared/testing/page.tsx';
import { openServer } from '#shared/testing/server.ts';
import { HomeOverview } from './home-overview.tsx';

beforeAll(withMessages);
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const metaOf = (total: number) => ({ total, size: total }) as Parameters<typeof HomeOverview>[0]['meta'];

test('the latest at Home are asked for once after many uploads, and anew when a folder receives files', async () => {
  putConfig({ subscriptionType: 'none' } as Config);
  const none = { data: [], meta: { total: 0, ancestors: [] } };
  const calls = openServer(({ path }) =>
    path === '/api/browse/latest'
      ? Response.json({ ...none, folders: none, files: none, root: null, more: false })
      : Response.json({}, { status: 404 }),
  );
  const asked = () =>
    calls.filter(({ path }) => path === '/api/browse/latest').map(({ address }) => address.split('?')[1]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const place = openPlace(client);
  await place.draw(<HomeOverview meta={metaOf(1)} />);
  expect(asked()).toEqual(['limit=4']);
  for (let total = 2; total <= 20; total += 1) await place.draw(<HomeOverview meta={metaOf(total)} />);
  expect(asked()).toHaveLength(1);
  await change(() => vi.advanceTimersByTimeAsync(1_000));
  await place.draw(<HomeOverview meta={metaOf(20)} />);
  expect(asked()).toHaveLength(2);
  collectionsChanged(client);
  await change(() => vi.advanceTimersByTimeAsync(2_000));
  await place.draw(<HomeOverview meta={metaOf(20)} />);
  expect(asked()).toHaveLength(3);
});
