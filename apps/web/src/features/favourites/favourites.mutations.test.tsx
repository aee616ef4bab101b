import type { Favourite, User } from '@holdall/contract/users';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createStore } from '#shared/lib/store.ts';
import { markAuthorized, markUnauthorized, session, userQuery } from '#shared/session/session.ts';
import { toasts } from '#shared/ui/toast.ts';
import { favouritesOf } from './favourites.cache.ts';
import { useFavouriteActions, type FavouriteActions } from './favourites.mutations.ts';

const named = (name: string): Favourite => ({
  id: name,
  type: name === 'c' ? 'file' : 'folder',
  name,
  emoji: null,
  color: null,
  parent_id: null,
  category: null,
});
const three = ['a', 'b', 'c'].map((name) => named(name));

const userWith = (data: Favourite[]) =>
  ({
    data: { id: 'u', relationships: { favourite_items: { data } }, meta: {}, attributes: {} },
  }) as unknown as User;

interface Sent {
  readonly path: string;
  readonly method: string | undefined;
  readonly body: unknown;
  readonly answer: (status: number, json: unknown) => Promise<void>;
}

const settle = () => act(() => new Promise((turn) => setTimeout(turn, 20)));

/** Draws the actions over three favourites, and returns the calls that await answers. */
const acting = async () => {
  // The first use loads the module.
  await import('./favourites.changes.ts');
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  toasts.set([]);
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', (path: string, { body, method }: RequestInit) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    if (method !== 'GET')
      sent.push({
        path,
        method,
        body: JSON.parse(typeof body === 'string' ? body : 'null') as unknown,
        answer: async (status, json) => {
          resolve(Response.json(json, { status }));
          await settle();
        },
      });
    return promise;
  });
  const client = new QueryClient({ defaultOptions: { mutations: { networkMode: 'always' } } });
  client.setQueryData(userQuery.queryKey, userWith(three));
  const seen = createStore<FavouriteActions | undefined>(undefined);
  const Probe = () => {
    const actions = useFavouriteActions();
    useEffect(() => seen.set(actions));
    return null;
  };
  const root = createRoot(document.createElement('div'));
  onTestFinished(() => act(async () => root.unmount()));
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <Probe />
      </QueryClientProvider>,
    ),
  );
  const run = async (change: (all: FavouriteActions) => void) => {
    const actions = seen.get();
    if (actions) change(actions);
    await settle();
  };
  const shown = () =>
    favouritesOf(client.getQueryData(userQuery.queryKey))
      .map(({ name }) => name)
      .join('');
  return { run, shown, sent };
};

test('a new order shows at once and is reverted when the server refuses it', async () => {
  const { run, shown, sent } = await acting();
  await run(({ move }) => move(three, 2, 0));
  expect(shown()).toBe('cab');
  expect(sent[0]).toMatchObject({
    path: '/api/folders/favourites',
    method: 'PATCH',
    body: { folders: [{ id: 'c' }, { id: 'a' }, { id: 'b' }] },
  });
  await sent[0]?.answer(500, {});
  expect(shown()).toBe('abc');
  expect(toasts.get().length).toBe(1);
});

test('two changes run one after the other, and the first answer does not undo the second', async () => {
  const { run, shown, sent } = await acting();
  await run(({ remove }) => remove(named('b')));
  await run(({ add }) => add([named('d'), named('a')]));
  expect(shown()).toBe('acd');
  expect(sent.length).toBe(1);
  await sent[0]?.answer(200, { items: [named('a'), named('c')] });
  expect(shown()).toBe('acd');
  expect(sent[1]?.body).toEqual({ folders: [{ id: 'd' }, { id: 'a' }] });
  await sent[1]?.answer(200, { items: ['a', 'c', 'd'].map((name) => named(name)) });
  expect(shown()).toBe('acd');
  expect(toasts.get()).toEqual([]);
});

test('an unchanged order is not sent', async () => {
  const { run, sent } = await acting();
  await run(({ move }) => move(three, 1, 1));
  expect(sent).toEqual([]);
});

test('a change that meets the end of the session leads to sign-in without a message', async () => {
  markAuthorized();
  const { run, sent } = await acting();
  await run(({ remove }) => remove(named('b')));
  await sent[0]?.answer(401, { code: 'session.required', message: 'Please sign in.', status: 401 });
  expect(session.get().authorized).toBe(false);
  expect(toasts.get()).toEqual([]);
});

test('the answer of one session does not show in the next', async () => {
  markAuthorized();
  const { run, shown, sent } = await acting();
  await run(({ remove }) => remove(named('b')));
  markUnauthorized();
  markAuthorized();
  await sent[0]?.answer(200, { items: [named('x')] });
  expect(shown()).toBe('ac');
});

test.each([
  [401, 0, 1],
  [403, 1, 0],
])('an answer of %i shows %i messages and ends %i sessions', async (status, told, ended) => {
  markAuthorized();
  const before = session.get().ended;
  const { run, shown, sent } = await acting();
  await run(({ remove }) => remove(named('b')));
  await sent[0]?.answer(status, {});
  expect(toasts.get()).toHaveLength(told);
  expect(session.get().ended - before).toBe(ended);
  expect(shown()).toBe(ended > 0 ? 'ac' : 'abc');
  markUnauthorized();
});
