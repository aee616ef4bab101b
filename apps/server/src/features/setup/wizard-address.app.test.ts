import type { SetupStatus } from '@holdall/contract/setup';
import { expect, test, vi } from 'vitest';
import { useWizard } from '#testing/use-wizard.ts';

// The image processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const { begin, wizard } = useWizard();

/** Saves a public address on a page at an origin. */
const saveAt = async (origin: string, url: string) => {
  const answer = await wizard().app.inject({
    method: 'POST',
    url: '/api/setup/environment',
    headers: { host: new URL(origin).host, origin, 'x-setup-code': wizard().code() },
    payload: { url },
  });
  return answer.json<{ code?: string; errors?: object; data?: SetupStatus }>();
};

test('an address by which nobody could sign in is refused', async () => {
  await begin();
  const lan = 'http://192.168.1.5:8080';
  expect(await saveAt(lan, 'https://files.example.com')).toMatchObject({
    status: 422,
    code: 'settings.address_unusable',
    errors: { url: [expect.any(String)] },
  });
  expect((await saveAt(lan, lan)).data?.kept.environment.url).toBe(lan);
  // An untrusted proxy in front with HTTPS.
  const home = 'https://files.example.com';
  expect(await saveAt(home, 'https://fiels.example.com')).toMatchObject({
    code: 'settings.address_unusable',
  });
  expect((await saveAt(home, `${home}/`)).data?.kept.environment.url).toBe(home);
  // This machine keeps secure cookies without HTTPS.
  expect((await saveAt('http://localhost:8080', home)).data?.kept.environment.url).toBe(home);
});
