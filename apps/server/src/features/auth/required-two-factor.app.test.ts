import type { Endpoint } from '@holdall/contract/endpoint';
import { endpoints } from '@holdall/contract/endpoints';
import type { Config } from '@holdall/contract/settings';
import type { User } from '@holdall/contract/users';
import { describe, expect, test } from 'vitest';
import { testEmail, testPassword } from '#testing/create-test-app.ts';
import { shareOf } from '#testing/guest-client.ts';
import { attemptOf, type Name, unknownId } from '#testing/route-attempts.ts';
import { createTreeClient } from '#testing/tree-client.ts';
import { type Browser, useAccounts } from '#testing/use-accounts.ts';

const { server, browser, newcomer } = useAccounts({ demo: true });
const email = 'bob@example.com';
const listing = '/api/browse/folders/root';

/** Returns the administrator, who has two-factor sign-in. */
const administrator = async (): Promise<Browser> => {
  const ada = browser();
  await ada.signIn(testEmail);
  await ada.secure();
  return ada;
};
const require = (who: Browser, value: unknown) =>
  who.send('PATCH', '/api/admin/settings/others', { name: 'two_factor_required', value });
const codeOf = async (who: Browser, url = listing): Promise<string | undefined> => {
  const answer = await who.send('GET', url);
  return answer.statusCode === 200 ? undefined : answer.json<{ code: string }>().code;
};
const userOf = async (who: Browser): Promise<User['data']> =>
  (await who.send('GET', '/api/user')).json<User>().data;
const mustSetUp = async (who: Browser): Promise<boolean> =>
  (await who.send('GET', '/api/config')).json<Config>().mustSetUpTwoFactor;
const tokenOf = async (who: Browser): Promise<string> => {
  const answer = await who.send('POST', '/api/user/tokens', {
    current_password: testPassword,
    name: 'script',
    scope: 'write',
  });
  return answer.json<{ data: { attributes: { token: string } } }>().data.attributes.token;
};

describe('the setting', () => {
  test('is off at first, takes one of three values, and is logged', async () => {
    const ada = await administrator();
    const group = await ada.send('GET', '/api/admin/settings/others');
    expect(group.json()).toMatchObject({ data: { attributes: { two_factor_required: 'nobody' } } });
    const wrong = await require(ada, 'somebody');
    expect([wrong.statusCode, wrong.json()]).toMatchObject([
      422,
      { errors: { two_factor_required: ['Choose one of the options.'] } },
    ]);
    expect((await require(ada, 'admins')).json()).toEqual({ name: 'two_factor_required', value: 'admins' });
    const rows = await server.parts.db
      .selectFrom('activity')
      .select('details')
      .where('kind', '=', 'settings.changed')
      .execute();
    expect(rows.map(({ details }) => JSON.parse(details) as unknown)).toEqual([
      { group: 'others', name: 'two_factor_required', from: 'nobody', to: 'admins' },
    ]);
  });

  test('cannot be changed by an access token', async () => {
    const ada = await administrator();
    const token = await tokenOf(ada);
    const answer = await require(browser().with({ authorization: `Bearer ${token}` }), 'everyone');
    expect(answer.json()).toMatchObject({ status: 403, code: 'token.session_only' });
  });
});

test('existing sessions are refused at the next call, and continue once two-factor is set up', async () => {
  const ada = await administrator();
  const bob = await newcomer(email);
  expect(await codeOf(bob)).toBeUndefined();
  await require(ada, 'everyone');
  const refused = await bob.send('GET', listing);
  expect([refused.statusCode, refused.json()]).toMatchObject([
    403,
    {
      code: 'two_factor.required',
      message: 'Your administrator requires two-factor sign-in. Set it up in your browser to continue.',
    },
  ]);
  expect(await userOf(bob)).toMatchObject({
    attributes: { email, two_factor_confirmed_at: null },
    meta: { two_factor_required: true },
  });
  expect(await mustSetUp(bob)).toBe(true);
  // A user who has it is asked for nothing.
  expect([await codeOf(ada), await mustSetUp(ada)]).toEqual([undefined, false]);
  await bob.secure();
  expect([await codeOf(bob), await mustSetUp(bob)]).toEqual([undefined, false]);
  expect((await userOf(bob)).meta.two_factor_required).toBe(true);
});

test('an account without a second factor can still sign in by its password, and out', async () => {
  const ada = await administrator();
  await server.addUser(email);
  await require(ada, 'everyone');
  const bob = browser();
  expect((await bob.signIn(email)).json()).toEqual({ two_factor: false });
  expect((await bob.send('GET', '/api/user')).statusCode).toBe(200);
  expect(await codeOf(bob)).toBe('two_factor.required');
  expect((await bob.send('POST', '/logout')).statusCode).toBe(204);
  expect(await codeOf(bob)).toBe('session.required');
});

test('a rule for administrators covers only them, from the moment of their promotion', async () => {
  const ada = await administrator();
  const bob = await newcomer(email);
  await require(ada, 'admins');
  expect(await codeOf(bob)).toBeUndefined();
  expect((await userOf(bob)).meta.two_factor_required).toBe(false);
  const { id } = await userOf(bob);
  await ada.send('PATCH', `/api/admin/users/${id}/role`, { role: 'admin' });
  const again = browser();
  await again.signIn(email);
  expect(await codeOf(again)).toBe('two_factor.required');
  await require(ada, 'nobody');
  expect(await codeOf(again)).toBeUndefined();
});

test('an administrator who requires it without having it sets it up, and is not locked out', async () => {
  const ada = browser();
  await ada.signIn(testEmail);
  expect((await require(ada, 'admins')).statusCode).toBe(200);
  expect(await codeOf(ada, '/api/admin/dashboard')).toBe('two_factor.required');
  await ada.secure();
  expect(await codeOf(ada, '/api/admin/dashboard')).toBeUndefined();
  expect((await require(ada, 'nobody')).statusCode).toBe(200);
});

test('a required factor cannot be turned off by its owner, and is set up again after an administrator removed it', async () => {
  const ada = await administrator();
  const bob = await newcomer(email);
  await bob.secure();
  await require(ada, 'everyone');
  const off = await bob.send('DELETE', '/api/user/two-factor', { current_password: testPassword });
  expect(off.json()).toMatchObject({ status: 409, code: 'two_factor.must_stay' });
  expect((await userOf(bob)).attributes.two_factor_confirmed_at).not.toBeNull();
  const { id } = await userOf(bob);
  const removed = await ada.send('DELETE', `/api/admin/users/${id}/two-factor`, {
    current_password: testPassword,
  });
  expect(removed.statusCode).toBe(200);
  const again = browser();
  await again.signIn(email);
  expect(await codeOf(again)).toBe('two_factor.required');
  await again.secure();
  expect(await codeOf(again)).toBeUndefined();
  await require(ada, 'nobody');
  const gone = await again.send('DELETE', '/api/user/two-factor', { current_password: testPassword });
  expect(gone.statusCode).toBe(204);
});

test('an access token is refused until its owner has set two-factor up', async () => {
  const ada = await administrator();
  const bob = await newcomer(email);
  const script = browser().with({ authorization: `Bearer ${await tokenOf(bob)}` });
  expect(await codeOf(script)).toBeUndefined();
  await require(ada, 'everyone');
  expect(await codeOf(script)).toBe('two_factor.required');
  // Refusals by the rule are not logged.
  await server.services.activity.flush();
  const rows = await server.parts.db.selectFrom('activity').select('kind').execute();
  expect(rows.filter(({ kind }) => kind.startsWith('refused.'))).toEqual([]);
  expect((await script.send('GET', '/api/user')).statusCode).toBe(200);
  await bob.secure();
  expect(await codeOf(script)).toBeUndefined();
});

test('every call for users is refused except those that set two-factor up', async () => {
  const ada = await administrator();
  const bob = await newcomer(email);
  await require(ada, 'everyone');
  const reached: string[] = [];
  for (const [name, endpoint] of Object.entries(endpoints) as [Name, Endpoint][]) {
    if (endpoint.access !== 'user' && endpoint.access !== 'admin') continue;
    const { params = {}, payload } = attemptOf(name);
    const url = endpoint.path.replaceAll(/\{(\w+)\}/g, (_whole, key: string) => params[key] ?? unknownId);
    const answer = await bob.send(endpoint.method, url, payload);
    const refused = answer.statusCode === 403 && answer.json<{ code: string }>().code;
    if (refused !== 'two_factor.required') reached.push(name);
  }
  expect(reached.toSorted()).toEqual(['confirmTwoFactor', 'getUser', 'startTwoFactor']);
  const channel = { socket_id: '1.2', channel_name: `private-user.${(await userOf(bob)).id}` };
  const permit = await bob.send('POST', '/broadcasting/auth', channel);
  expect(permit.json()).toMatchObject({ code: 'two_factor.required' });
});

test('links stay open, also those of an owner who has to set it up', async () => {
  const ada = await administrator();
  const bob = await newcomer(email);
  const tree = await createTreeClient(server, email);
  const token = await shareOf(tree, await tree.folder('Photos'));
  await require(ada, 'everyone');
  expect(await codeOf(bob)).toBe('two_factor.required');
  const url = `/api/browse/share/${token}`;
  expect([await codeOf(browser(), url), await codeOf(bob, url)]).toEqual([undefined, undefined]);
});

test('a demo account, which cannot set it up, is exempt', async () => {
  const ada = await administrator();
  await require(ada, 'everyone');
  const visitor = browser();
  expect((await visitor.send('POST', '/api/demo', {})).statusCode).toBe(200);
  expect(await codeOf(visitor)).toBeUndefined();
});
