import type { GroupSettings } from '@holdall/contract/admin-settings';
import { QueryClient, useQuery } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { leaveSession, markAuthorized } from '#shared/session/session.ts';
import { change, openPlace, turn, write } from '#shared/testing/page.tsx';
import { openServer } from '#shared/testing/server.ts';
import { groupQuery } from '../settings.queries.ts';
import { RealtimeCard } from './realtime-card.tsx';

type Attributes = GroupSettings['data']['attributes'];
const settingsOf = (attributes: Attributes): GroupSettings => ({
  data: { attributes: { realtime: true, realtime_service: 'built_in', ...attributes }, images: {} },
  meta: { locked: [], fixed: [] },
});
const atService = {
  realtime_service: 'pusher',
  pusher_host: 'ws.example.com',
  pusher_port: 6001,
  pusher_tls: true,
  pusher_api: '',
  pusher_app_id: 'app',
  pusher_key: 'key',
  pusher_secret: true,
};

const Tab = () => {
  const { data } = useQuery(groupQuery('environment'));
  return data && <RealtimeCard tab={{ group: 'environment', settings: data }} />;
};

beforeEach(() => {
  markAuthorized();
  return withMessages();
});
afterEach(() => change(leaveSession));

const open = async (attributes: Attributes, answer: () => Response) => {
  const calls = openServer(({ method }) =>
    method === 'GET' ? Response.json(settingsOf(attributes)) : answer(),
  );
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { box, draw } = openPlace(client);
  await draw(<Tab />);
  await change();
  const field = (label: string): HTMLInputElement | null => {
    const found = [...box.querySelectorAll('label')].find(({ textContent }) => textContent === label);
    return found ? (document.getElementById(found.htmlFor) as HTMLInputElement | null) : null;
  };
  return {
    box,
    client,
    field,
    sent: () => calls.filter(({ method }) => method !== 'GET').map(({ path, body }) => [path, body]),
    type: (label: string, text: string) => change(() => write(field(label), text)),
    press: (name: string) =>
      change(() =>
        [...box.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click(),
      ),
    choose: (value: string) =>
      change(() => box.querySelector<HTMLInputElement>(`input[type="radio"][value="${value}"]`)?.click()),
  };
};

test('another service is tested and saved as a whole', async () => {
  const page = await open({}, () => Response.json({ works: true }));
  await page.choose('pusher');
  await page.type('Server', 'https://ws.example.com');
  await page.press('Test');
  expect(page.box.textContent).toContain('Enter a host name like ws-eu.pusher.com');
  expect(page.sent()).toEqual([]);
  await page.type('Server', 'ws.example.com');
  await page.type('App ID', 'app');
  await page.type('Key', 'key');
  await page.type('Secret', 'a secret');
  await page.press('Test');
  expect(page.sent()).toEqual([]);
  await page.type('Secret', 'a-secret');
  await page.press('Test');
  await turn();
  const form = { ...atService, pusher_port: 443, pusher_secret: 'a-secret' };
  expect(page.sent()).toEqual([['/api/admin/settings/test/realtime', form]]);
  expect(page.box.textContent).toContain('It works: a message came through the service.');
});

test('a fault found by the test shows at its field, and the stored secret is never shown', async () => {
  const refusal = {
    status: 422,
    code: 'realtime_service.app_id',
    message: 'Said in English.',
    errors: { pusher_app_id: ['Said in English.'] },
  };
  const page = await open(atService, () => Response.json(refusal, { status: 422 }));
  expect([page.field('Port')?.value, page.field('Secret')?.value]).toEqual(['6001', '']);
  expect(page.field('Secret')?.placeholder).toContain('A secret is set');
  await page.type('App ID', 'other');
  await page.press('Save');
  await turn();
  expect(page.sent()).toEqual([
    ['/api/admin/settings/realtime', { ...atService, pusher_app_id: 'other', pusher_secret: null }],
  ]);
  expect(page.box.textContent).toContain('The service has no app with this ID.');
  expect(document.activeElement).toBe(page.field('App ID'));
});

test('a half-written service can be discarded even after realtime was switched off', async () => {
  const page = await open({}, () => Response.json({}));
  await page.choose('pusher');
  await change(() =>
    page.client.setQueryData(groupQuery('environment').queryKey, settingsOf({ realtime: false })),
  );
  await page.press('Discard changes');
  expect(page.box.querySelector('form')).toBeNull();
  expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
});

test('there is no service to choose while realtime is off', async () => {
  const page = await open({ realtime: false }, () => Response.json({}));
  expect(page.box.querySelector('form')).toBeNull();
});
