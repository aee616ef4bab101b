import { expect, test } from 'vitest';
import type { AppEvent } from '#ports/events.ts';
import { testPassword } from '#testing/create-test-app.ts';
import { type Browser, useAccounts } from '#testing/use-accounts.ts';

const { server, browser, newcomer, tokenIn, mailTo } = useAccounts();
const [email, next] = ['bob@example.com', 'robert@example.com'];
/** The page that makes the requests; it learns of changes by the answers. */
const page = '12.34';

/** Returns the events that are published while work runs: the account, and the page that is left out. */
const eventsOf = async (work: () => Promise<unknown>): Promise<AppEvent[]> => {
  const told: AppEvent[] = [];
  const end = server.parts.events.subscribe((event) => told.push(event));
  await work();
  end();
  return told;
};
const bobs = async (): Promise<{ bob: Browser; told: (origin?: string) => AppEvent }> => {
  const bob = (await newcomer(email)).with({ 'x-socket-id': page });
  const userId = (await bob.send('GET', '/api/user')).json<{ data: { id: string } }>().data.id;
  return { bob, told: (origin) => ({ kind: 'account-changed', userId, origin }) };
};
const current = { current_password: testPassword };

test('open pages are told of an e-mail that awaits confirmation, and of its confirmation', async () => {
  const { bob, told } = await bobs();
  const ask = () => bob.send('POST', '/api/user/email', { ...current, email: next });
  expect(await eventsOf(ask)).toEqual([told(page)]);
  const token = tokenIn(await mailTo(next, /confirm your new email/i));
  const confirm = () => browser().send('POST', '/api/confirm-email', { token });
  expect(await eventsOf(confirm)).toEqual([told()]);
});

test('open pages are told when two-factor sign-in is switched on or off, and of new recovery codes', async () => {
  const { bob, told } = await bobs();
  const renewed = expect.objectContaining({ kind: 'session-renewed' }) as AppEvent;
  // A page that refetches by then does so with the renewed session.
  expect(await eventsOf(() => bob.secure())).toEqual([renewed, told(page)]);
  const codes = () => bob.send('POST', '/api/user/two-factor/recovery-codes', current);
  expect(await eventsOf(codes)).toEqual([told(page)]);
  expect(await eventsOf(() => bob.send('DELETE', '/api/user/two-factor', current))).toEqual([told(page)]);
  expect(
    await eventsOf(() => bob.send('DELETE', '/api/user/two-factor', { current_password: 'a guess' })),
  ).toEqual([]);
});
