import type { Config } from '@holdall/contract/settings';
import type { User } from '@holdall/contract/users';
import { QueryClient } from '@tanstack/react-query';
import { beforeAll, expect, test, vi } from 'vitest';
import { putConfig } from '#shared/config/config.ts';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { userQuery } from '#shared/session/session.ts';
import { change, openPlace } from '#shared/testing/page.tsx';
import { openServer } from '#shared/testing/server.ts';
import { NoticesCard } from './notices-card.tsx';

beforeAll(withMessages);

const clientOf = (isEnabled: boolean): QueryClient => {
  const client = new QueryClient();
  const user = {
    data: {
      id: 'ada',
      attributes: {},
      relationships: { settings: { data: { attributes: { mail_guest_changes: isEnabled } } } },
    },
  } as unknown as User;
  client.setQueryData(userQuery.queryKey, user);
  return client;
};

test('the setting for mails about guest changes saves itself', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const calls = openServer(() => new Response(null, { status: 204 }));
  const client = clientOf(false);
  putConfig({ mails: true } as Config);
  const { box, draw } = openPlace(client);
  await draw(<NoticesCard />);
  const field = () => box.querySelector<HTMLInputElement>('[role="switch"]');
  expect(field()?.checked).toBe(false);
  await change(() => field()?.click());
  await change(() => vi.advanceTimersByTime(150));
  vi.useRealTimers();
  expect(calls.map(({ body }) => body)).toMatchObject([{ name: 'mail_guest_changes', value: true }]);
  const settings = client.getQueryData(userQuery.queryKey)?.data.relationships.settings.data.attributes;
  expect([settings?.mail_guest_changes, field()?.checked]).toEqual([true, true]);
});

test('the setting is disabled with an explanation where the server sends no mails', async () => {
  putConfig({ mails: false } as Config);
  const { box, draw } = openPlace(clientOf(true));
  await draw(<NoticesCard />);
  const field = box.querySelector<HTMLInputElement>('[role="switch"]');
  const about = document.getElementById(field?.getAttribute('aria-describedby') ?? '');
  expect([field?.disabled, field?.checked, about?.textContent]).toEqual([
    true,
    true,
    'This server doesn’t send emails yet.',
  ]);
});
