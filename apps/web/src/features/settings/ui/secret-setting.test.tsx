import { beforeEach, expect, test } from 'vitest';
import { loadMessages } from '#shared/i18n/messages.ts';
import { change, openPlace } from '#shared/testing/page.tsx';
import { openServer } from '#shared/testing/server.ts';
import type { TabSettings } from '../use-setting.ts';
import { SecretSetting } from './secret-setting.tsx';
import { TextSetting } from './setting-fields.tsx';

const tabWith = (client: string): TabSettings => ({
  group: 'others',
  settings: {
    data: { attributes: { recaptcha_client_id: client, recaptcha_secret: true }, images: {} },
    meta: { locked: [], fixed: [] },
  },
});

const Tab = ({ client }: { readonly client: string }) => {
  const tab = tabWith(client);
  return (
    <>
      <TextSetting tab={tab} name="recaptcha_client_id" label="Site key" />
      <SecretSetting tab={tab} name="recaptcha_secret" label="Secret key" />
    </>
  );
};

beforeEach(async () => {
  openServer(() => Response.json({ name: 'recaptcha_client_id', value: 'the-site-key' }));
  await loadMessages('en');
});

test('the secret’s field takes the focus when it opens, but not from another field', async () => {
  const { box, draw } = openPlace();
  await draw(<Tab client="" />);
  await change(() => box.querySelector('button')?.click());
  const secret = box.querySelector('input[type=password]');
  expect(secret).not.toBeNull();
  expect(document.activeElement).toBe(secret);
  const other = box.querySelector<HTMLInputElement>('input:not([type=password])');
  await change(() => other?.focus());
  await draw(<Tab client="the-site-key" />);
  expect(document.activeElement).toBe(other);
});
