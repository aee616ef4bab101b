import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { alerts } from '#shared/ui/alert.ts';
import { lastTarget } from '../last-target.store.ts';
import { MovePopup } from './move.popup.tsx';

const names = ['Music', 'Museum', 'Letters'];
const found = (words: string) =>
  names
    .filter((name) => name.toLowerCase().startsWith(words))
    .map((name) => ({
      data: { id: name, attributes: { name, emoji: null, color: null } },
      meta: { trashed: false, ancestors: [] },
    }));

beforeAll(withMessages);
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  lastTarget.set(undefined);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

/** Its text waits for no timer, of which there is none here. */
const reply = (body: object, status = 200): Response =>
  Object.assign(new Response(null, { status }), { text: () => Promise.resolve(JSON.stringify(body)) });

const taken = { canUpload: true, canDownload: true, canCreateFolder: false, reason: 'Tidying up.' };

const write = (field: HTMLInputElement | null, typed: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, typed);
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  });

/** A popup that asks where to, with these words typed into its search. @param from where the items are now */
const searching = async (words: string, from: string | null = null) => {
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost');
    if (pathname === '/api/create-folder')
      return reply({ code: 'folder.disabled', message: '', status: 403 }, 403);
    if (pathname === '/api/user') return reply({ data: { id: 'me', meta: { restrictions: taken } } });
    return pathname === '/api/search'
      ? reply({
          folders: { data: found(searchParams.get('query') ?? ''), complete: true },
          files: { data: [], complete: true },
        })
      : reply({ data: [], meta: { total: 0, offset: 0, limit: 1000 } });
  });
  const moved = vi.fn<(name: string) => void>();
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(async () => {
    await act(async () => root.unmount());
    document.body.replaceChildren();
  });
  // The typed words count once they are drawn; the answer comes after.
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 2; turn += 1) await act(() => vi.advanceTimersByTimeAsync(500));
  };
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <MovePopup
          count={1}
          from={from}
          isMoved={() => false}
          restrictions={{ canCreateFolder: true, canDownload: true, canUpload: true, reason: null }}
          onMove={({ name }) => moved(name)}
          onCreated={() => undefined}
          onClose={() => undefined}
        />
      </QueryClientProvider>,
    ),
  );
  await settle();
  const field = document.querySelector('input') ?? expect.fail('There is no field.');
  const type = (typed: string) => write(field, typed);
  await type(words);
  await settle();
  const press = (key: string, on: Element | null = field) =>
    act(async () =>
      on?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
    );
  const submit = () =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Move here');
  const option = () => document.querySelector<HTMLElement>('[role=option]');
  const list = () => document.querySelector('[role=listbox]');
  const click = (text: string) =>
    act(async () =>
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent === text)?.click(),
    );
  return { type, press, submit, option, list, click, settle, moved };
};

test('the only folder that is found is chosen, and Enter moves there', async () => {
  const { press, submit, option, moved } = await searching('let');
  expect([option()?.getAttribute('aria-selected'), submit()?.disabled]).toEqual(['true', false]);
  await press('Enter');
  expect(moved.mock.calls).toEqual([['Letters']]);
});

test('Enter in the list means a single result at once, a press chooses it first', async () => {
  const { press, list, option, moved } = await searching('let');
  await act(async () => option()?.click());
  expect(moved).not.toHaveBeenCalled();
  await press('Enter', list());
  expect(moved.mock.calls).toEqual([['Letters']]);
});

test('none of several results is chosen', async () => {
  const { press, submit, moved } = await searching('mus');
  expect(submit()?.disabled).toBe(true);
  await press('Enter');
  expect(moved).not.toHaveBeenCalled();
});

test('the folder that the items are in is not chosen', async () => {
  const { press, submit, moved } = await searching('let', 'Letters');
  expect(submit()?.disabled).toBe(true);
  await press('Enter');
  expect(moved).not.toHaveBeenCalled();
});

test('words that were not searched yet move nothing', async () => {
  const { type, press, moved } = await searching('let');
  await type('lett');
  await press('Enter');
  expect(moved).not.toHaveBeenCalled();
});

test.each([
  ['no name', ' '],
  ['a slash', 'a/b'],
  ['a name that is too long', 'ž'.repeat(128)],
])('%s of a new folder is said at the field, without a request or an alert', async (_what, name) => {
  alerts.set([]);
  const { click, settle } = await searching('let');
  await click('New folder');
  const field = document.querySelector<HTMLInputElement>('.inline-folder input');
  await write(field, name);
  await click('Create folder');
  await settle();
  expect(field?.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field);
  expect(alerts.get()).toEqual([]);
});

test('a user who may no longer make folders reads why', async () => {
  alerts.set([]);
  const { click, settle } = await searching('let');
  await click('New folder');
  await click('Create folder');
  await settle();
  expect(alerts.get()).toMatchObject([
    { title: 'Creating folders is temporarily disabled', message: 'Tidying up.' },
  ]);
});
