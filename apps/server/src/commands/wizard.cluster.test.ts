import type { Config } from '@holdall/contract/settings';
import type { SetupStatus } from '@holdall/contract/setup';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTwoServers, testAccount, type TwoServers } from '#testing/two-servers.ts';

/** Real servers on a machine that has other work to do. */
const patience = 300_000;

let two: TwoServers;
beforeAll(async () => {
  two = await startTwoServers({ installed: false });
}, patience);
afterAll(() => two.stop(), patience);

const codeOf = (output: string): string | undefined => /\/install#code=(\S+)/.exec(output)?.[1];

test(
  'a browser that reaches either of two servers installs both, and is signed in to both',
  async () => {
    const [code, other] = two.servers.map((server) => codeOf(server.output()));
    expect(code).toMatch(/^([A-Z2-7]{4}-){6}[A-Z2-7]{4}$/);
    expect(other).toBe(code);
    const { origin } = two.proxy;
    const call = (path: string, body?: object): Promise<Response> =>
      fetch(`${origin}/api/setup/${path}`, {
        headers: { 'x-setup-code': code ?? '', 'content-type': 'application/json', origin },
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      });
    const step = async (path: string, body: object): Promise<SetupStatus> => {
      const answer = await call(path, body);
      const text = await answer.text();
      expect([path, answer.status, text]).toEqual([path, 200, expect.anything()]);
      return (JSON.parse(text) as { data: SetupStatus }).data;
    };
    /** The answers to a page that polls over several connections. */
    const nexts = async (): Promise<string[]> => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => call('status')));
      const data = await Promise.all(
        answers.map((answer) => answer.json() as Promise<{ data: SetupStatus }>),
      );
      return [...new Set(data.map((answer) => answer.data.next))];
    };
    await step('checks', {});
    await step('purchase-code', { code: null });
    expect(await nexts()).toEqual(['environment']);
    await step('environment', { realtime: true });
    await step('app', { title: 'Northlight' });
    expect(await nexts()).toEqual(['admin-setup']);
    const { email, password } = testAccount;
    const finished = await call('admin', {
      first_name: 'Ada',
      email,
      password,
      password_confirmation: password,
    });
    expect(await finished.json()).toEqual({ url: origin, signed_in: true });
    const cookie = finished.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    // The very next request, to any of them, leads out of the wizard.
    for (const server of [...two.servers, two.proxy]) {
      const config = (await (await fetch(`${server.origin}/api/config`)).json()) as Config;
      expect([config.installation, config.app.title]).toEqual([false, 'Northlight']);
      const headers = { cookie, 'x-forwarded-proto': 'https', 'x-forwarded-host': new URL(origin).host };
      expect((await fetch(`${server.origin}/api/user`, { headers })).status).toBe(200);
      expect((await fetch(`${server.origin}/api/setup/status`)).status).toBe(410);
    }
  },
  patience,
);
