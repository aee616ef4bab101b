import type { Language } from '@holdall/contract/admin-languages';
import type { Config } from '@holdall/contract/settings';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '#db/in-transaction.ts';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';

let server: TestApp;
let cookie: string;
beforeEach(async () => {
  server = await createTestApp();
  cookie = await server.signIn();
});
afterEach(() => server.close());

const call = (method: 'GET' | 'DELETE' | 'PATCH', url: string, payload?: object) =>
  server.app.inject({ method, url, headers: { cookie }, ...(payload && { payload }) });
const remove = (locale: string) => call('DELETE', `/api/admin/languages/${locale}`);
const choose = (locale: string) => call('PATCH', '/api/admin/settings/appearance', { locale });

test.each(['removed', 'chosen'])(
  'if a language is %s first, while the other call waits, the default language still exists',
  async (first) => {
    const [one, other] = first === 'removed' ? [remove, choose] : [choose, remove];
    const { parts, services } = server;
    const asked: Promise<unknown>[] = [];
    // While the settings are locked, both calls have read what they read before locking, and wait.
    await inTransaction(parts.db, async (trx) => {
      await services.settings.countChange(trx);
      for (const ask of [one, other]) {
        asked.push(ask('fr'));
        for (let turn = 0; turn < 10; turn += 1) await call('GET', '/api/admin/languages');
      }
    });
    await Promise.all(asked);
    const { data } = (await call('GET', '/api/admin/languages')).json<{ data: Language[] }>();
    expect(data.map(({ id }) => id)).not.toContain('fr');
    const settings = await call('GET', '/api/admin/settings/appearance');
    expect(settings.json()).toMatchObject({ data: { attributes: { locale: 'en' } } });
    expect(data.filter(({ attributes }) => attributes.default).map(({ id }) => id)).toEqual(['en']);
    expect((await call('GET', '/api/config')).json<Config>().locale).toBe('en');
  },
);
