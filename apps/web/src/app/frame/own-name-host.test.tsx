import type { Config } from '@holdall/contract/settings';
import type { User } from '@holdall/contract/users';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { putConfig } from '#shared/config/config.ts';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { userQuery } from '#shared/session/session.ts';
import { change, openPlace } from '#shared/testing/page.tsx';
import { OwnNameHost } from './own-name-host.tsx';

beforeEach(async () => {
  await withMessages();
  putConfig({ demo: false } as Config);
  onTestFinished(() => localStorage.clear());
});

/** Signs a person in on this browser. */
const signIn = async (id: string, name = '') => {
  const client = new QueryClient();
  client.setQueryData(userQuery.queryKey, { data: { id, attributes: { name } } } as User);
  const { box, draw } = openPlace(client);
  await draw(<OwnNameHost />);
  await change(() => vi.dynamicImportSettled());
  const dialog = () => box.querySelector('dialog');
  return {
    isAsked: () => dialog()?.querySelector('h2')?.textContent === 'What’s your name?',
    skip: () =>
      change(() =>
        [...box.querySelectorAll('button')].find(({ textContent }) => textContent === 'Skip')?.click(),
      ),
    leave: () => draw(null),
  };
};

test('each person is asked for a name, whatever another one has answered on the same browser', async () => {
  const ada = await signIn('ada');
  expect(ada.isAsked()).toBe(true);
  await ada.skip();
  expect(ada.isAsked()).toBe(false);
  await ada.leave();
  const bob = await signIn('bob');
  expect(bob.isAsked()).toBe(true);
  await bob.leave();
  const adaAgain = await signIn('ada');
  expect(adaAgain.isAsked()).toBe(false);
});

test('a person who has given a name is not asked on another browser', async () => {
  const ada = await signIn('ada', 'Ada');
  expect(ada.isAsked()).toBe(false);
});
