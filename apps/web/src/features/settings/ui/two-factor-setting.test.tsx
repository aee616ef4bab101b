import type { User } from '@holdall/contract/users';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { loadMessages } from '#shared/i18n/messages.ts';
import { eventually } from '#shared/testing/eventually.ts';
import { change, openPlace } from '#shared/testing/page.tsx';
import { openServer, type Call } from '#shared/testing/server.ts';
import type { TabSettings } from '../use-setting.ts';
import { TwoFactorSetting } from './two-factor-setting.tsx';

const tab: TabSettings = {
  group: 'others',
  settings: {
    data: { attributes: { two_factor_required: 'nobody' }, images: {} },
    meta: { locked: [], fixed: [] },
  },
};
let calls: Call[];
let since: string | null;
beforeEach(async () => {
  since = null;
  calls = openServer(({ method, body }) =>
    Response.json(
      method === 'GET'
        ? ({ data: { id: 'u', attributes: { two_factor_confirmed_at: since } } } as User)
        : (body ?? {}),
    ),
  );
  await loadMessages('en');
});

const open = async () => {
  const { box, draw } = openPlace(new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  await draw(<TwoFactorSetting tab={tab} />);
  await change();
  return {
    choose: (name: string) =>
      change(() =>
        [...box.querySelectorAll('label')].find(({ textContent }) => textContent === name)?.click(),
      ),
    press: (name: string) =>
      change(() =>
        [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click(),
      ),
  };
};
const saved = () => calls.filter(({ method }) => method !== 'GET').map(({ body }) => body);

test('an administrator without two-factor sign-in is warned that requiring it makes them set it up next', async () => {
  const { choose, press } = await open();
  await choose('Everyone');
  expect(document.querySelector('dialog')?.textContent).toContain(
    'You don’t have two-factor sign-in yourself.',
  );
  await press('Cancel');
  expect(saved()).toEqual([]);
  await choose('Administrators');
  await press('Require it');
  await change(() =>
    eventually(() => {
      expect(saved()).toMatchObject([{ name: 'two_factor_required', value: 'admins' }]);
      // The page now learns that its own account is affected.
      expect(calls.at(-1)?.path).toBe('/api/user');
    }),
  );
});

test('an administrator with two-factor sign-in is not asked', async () => {
  since = '2026-01-01T00:00:00.000Z';
  const { choose } = await open();
  await choose('Everyone');
  expect(document.querySelector('dialog')).toBeNull();
  await change(() =>
    eventually(() => expect(saved()).toMatchObject([{ name: 'two_factor_required', value: 'everyone' }])),
  );
});
