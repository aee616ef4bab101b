import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { en } from '@holdall/contract/messages/en';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '#shared/testing/eventually.ts';
import type { Command } from '../results.ts';

const entryOf = (name: string, trashed = false) => ({
  data: {
    id: name,
    type: 'file',
    attributes: { name, size: 10, color: null, emoji: null, category: 'others', deleted_at: null },
    relationships: { shared: null },
  },
  meta: { ancestors: [], trashed },
});

type Answer = (address: string) => Response | Promise<Response>;
const found =
  (names: readonly string[], complete = true) =>
  (): Response =>
    Response.json({
      folders: { data: [], complete: true },
      files: { data: names.map((name) => entryOf(name)), complete },
    });
const failed: Answer = () =>
  Response.json({ code: 'server.failed', message: '', status: 500 }, { status: 500 });

beforeEach(() => {
  vi.restoreAllMocks();
  vi.resetModules();
});

interface Surroundings {
  readonly platform?: string;
  readonly withRegion?: boolean;
  readonly onShowAll?: (query: string, filter: string) => void;
  readonly made?: (query: string) => readonly Command[];
  readonly isAdmin?: boolean;
}

/** The spotlight on a platform, with a server that answers every search like this. */
const opened = async (
  answer: Answer,
  { platform = 'Linux x86_64', withRegion = false, onShowAll, made, isAdmin }: Surroundings = {},
) => {
  vi.stubGlobal('fetch', async (address: string) =>
    /\/(search|admin\/users)/.test(address) ? answer(address) : Response.json(en),
  );
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue(platform);
  const { loadMessages } = await import('#shared/i18n/messages.ts');
  await loadMessages('en');
  const live = await import('#shared/ui/live-region.tsx');
  const announce = vi.spyOn(live, 'announce');
  const { Spotlight } = await import('./spotlight.tsx');
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(() => {
    root.unmount();
    document.body.replaceChildren();
  });
  const ignore = (): void => undefined;
  const keys = { id: 'shortcuts', title: 'Keyboard shortcuts', icon: null, shortcut: 'Mod+/', run: ignore };
  const onClose = vi.fn<() => void>();
  const onShortcuts = vi.fn<() => void>();
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <Spotlight
        onClose={onClose}
        onShortcuts={onShortcuts}
        actions={[keys]}
        pages={[]}
        made={made ?? (() => [])}
        {...(onShowAll && { onShowAll })}
        {...(isAdmin && { isAdmin })}
      />
      {withRegion && <live.LiveRegion />}
    </QueryClientProvider>,
  );
  await settled(() => expect(document.querySelector('input')).not.toBeNull());
  const type = (text: string): void => {
    const input = document.querySelector('input') ?? expect.fail('no field');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const said = () => announce.mock.calls.map(([message]) => message);
  return { type, said, onClose, onShortcuts };
};

const press = (
  key: string,
  more: KeyboardEventInit = {},
  at: Element | null = document.querySelector('input'),
): void => {
  at?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
};
const listed = () =>
  Array.from(
    document.querySelectorAll('[role=option]'),
    (row) => (row.querySelector('.visually-hidden') ?? row.querySelector('.spotlight-title'))?.textContent,
  );
const option = (): Element => document.querySelector('[role=option]') ?? expect.fail('nothing is listed');
const settled = (expectation: () => void): Promise<void> => eventually(expectation);

test('a search that failed is said to have failed, not to have found nothing', async () => {
  const { type, said } = await opened(failed);
  type('zzz');
  await settled(() => expect(document.querySelector('.spotlight-nothing')).not.toBeNull());
  expect(document.querySelector('.spotlight-nothing')?.textContent).toBe(en['spotlight.failed']);
  expect(said()).toEqual([en['spotlight.failed']]);
  expect(document.querySelector('.spotlight-count')).toBeNull();
});

test('a search that found nothing and may have missed names says so', async () => {
  const { type, said } = await opened(found([], false));
  type('zzz');
  await settled(() => expect(document.querySelector('.spotlight-nothing')).not.toBeNull());
  const text = document.querySelector('.spotlight-nothing')?.textContent;
  expect(text).toBe(`No results for “zzz”${en['search.empty.more']}`);
  expect(said()).toEqual([`No results for “zzz”. ${en['search.empty.more']}`]);
});

test('results that may not be all are counted as at least so many', async () => {
  const { type, said } = await opened(found(['plan 1.pdf', 'plan 2.pdf'], false));
  type('plan');
  await settled(() => expect(document.querySelector('.spotlight-count')?.textContent).toBe('2+ results'));
  expect(said()).toEqual(['2+ results']);
});

test('names are cut in their middle, and what fits is marked across the cut', async () => {
  const { type, said } = await opened(found(['Harbour plan.pdf']));
  type('r plan.p');
  await settled(() => expect(option().querySelectorAll('bdi')).toHaveLength(2));
  const pieces = Array.from(option().querySelectorAll('bdi'), ({ innerHTML }) => innerHTML);
  expect(pieces).toEqual(['Harbou<mark>r </mark>', '<mark>plan.p</mark>df']);
  expect(option().querySelector('bdi')?.closest('[aria-hidden]'), 'they are not read').not.toBeNull();
  expect(option().querySelector('.visually-hidden')?.textContent).toBe('Harbour plan.pdf');
  expect(said()).toEqual(['1 result']);
});

const namedFolder = (query: string): readonly Command[] => [
  { id: 'made', title: `New folder named “${query}”`, icon: null, run: () => undefined },
];

test('a search that found nothing says so, and offers what can be made of the words; a fitting action is found', async () => {
  const { type } = await opened(found([]), { made: namedFolder });
  type('zzz');
  await settled(() => expect(document.querySelector('.spotlight-count')?.textContent).toBe('0 results'));
  expect(document.querySelector('.spotlight-nothing')?.textContent).toBe('No results for “zzz”');
  expect(listed()).toEqual(['New folder named “zzz”']);
  type('keyboard');
  await settled(() => expect(listed()).toEqual(['Keyboard shortcuts', 'New folder named “keyboard”']));
  await settled(() => expect(document.querySelector('[aria-busy=false]')).not.toBeNull());
  expect(document.querySelector('.spotlight-nothing, .spotlight-count')).toBeNull();
});

test('a filter asks the server for its kind alone, and the keys stay in the list', async () => {
  const asked: string[] = [];
  const { type } = await opened((address) => {
    asked.push(address);
    return found(['mixed 1.png', 'mixed 2.png'])();
  });
  type('mixed');
  await settled(() => expect(listed()).toHaveLength(2));
  const images = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Images');
  images?.click();
  await settled(() => expect(asked.at(-1)).toContain('type=file&category=images'));
  await settled(() => expect(listed()).toHaveLength(2));
  expect(document.activeElement).toBe(document.querySelector('input'));
  press('ArrowDown');
  await settled(() =>
    expect(document.querySelector('[aria-selected=true]')?.textContent).toContain('mixed 2.png'),
  );
});

test('Enter before the answer opens the first result that it will bring', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const { type, onClose } = await opened(() => promise, { made: namedFolder });
  const { navigate, currentLocation } = await import('#shared/router/location.ts');
  navigate('/platform/files');
  type('plan');
  await settled(() => expect(document.querySelector('[aria-busy=true]')).not.toBeNull());
  press('Enter');
  expect(onClose).not.toHaveBeenCalled();
  resolve(found(['Harbour plan.pdf'])());
  await settled(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(currentLocation().search).toContain('preview=Harbour');
});

test('an item in the trash is marked as such, and opens there', async () => {
  const { type } = await opened(() =>
    Response.json({
      folders: { data: [], complete: true },
      files: { data: [entryOf('plan.pdf', true)], complete: true },
    }),
  );
  const { currentLocation } = await import('#shared/router/location.ts');
  type('plan');
  await settled(() => expect(document.querySelector('.spotlight-tag')?.textContent).toBe('In trash'));
  press('Enter');
  expect(currentLocation().pathname).toMatch(/^\/platform\/trash/);
});

test('administrators find users, and open their pages', async () => {
  const attributes = { name: 'Chiara Okafor', email: 'chiara@example.com', avatar: null, color: '#006671' };
  const { type } = await opened(
    (address) =>
      address.includes('/admin/users')
        ? Response.json({ data: [{ id: 'chiara', attributes }], meta: { total: 1 } })
        : found([])(),
    { isAdmin: true },
  );
  const { currentLocation } = await import('#shared/router/location.ts');
  type('chiara');
  await settled(() => expect(document.querySelector('[role=option]')?.textContent).toContain('Okafor'));
  await settled(() => expect(document.querySelector('[aria-busy=false]')).not.toBeNull());
  press('Enter');
  expect(currentLocation().pathname).toBe('/admin/user/chiara/details');
});

test('the key of all shortcuts leads from the spotlight to them, and is not heard by the page behind', async () => {
  const { onClose, onShortcuts } = await opened(found([]));
  const heard = vi.fn<() => void>();
  addEventListener('keydown', heard);
  onTestFinished(() => removeEventListener('keydown', heard));
  press('/', { ctrlKey: true }, document.querySelector('.spotlight-filters button'));
  expect([onClose.mock.calls.length, onShortcuts.mock.calls.length]).toEqual([1, 1]);
  expect(heard).not.toHaveBeenCalled();
});

const region = () => document.querySelector('[role=status]')?.textContent;

test('the live region says how much was found, and is empty once that is no longer listed', async () => {
  const { type } = await opened(found(['Harbour plan.pdf']), { withRegion: true });
  type('plan');
  await settled(() => expect(region()).toBe('1 result'));
  type('');
  await settled(() => expect(region()).toBe(''));
});

test('Show all lists all files that were found, and the field keeps the focus', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `plan ${at}.pdf`);
  const { type } = await opened(found(names));
  type('plan');
  const all = () => [...document.querySelectorAll('[role=option]')];
  await settled(() => expect(all().at(-1)?.textContent).toBe('6 of 12 · Show all'));
  expect(document.querySelector('.spotlight-count')?.textContent).toBe('12 results');
  all()
    .at(-1)
    ?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await settled(() => expect(all()).toHaveLength(12));
  expect(document.querySelector('[aria-pressed=true]')?.textContent).toBe('Files');
  expect(document.activeElement).toBe(document.querySelector('input'));
});

test('all results are shown on the page of results where there is one', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `plan ${at}.pdf`);
  const onShowAll = vi.fn<(query: string, filter: string) => void>();
  const { type } = await opened(found(names), { onShowAll });
  type('plan');
  const all = () => [...document.querySelectorAll('[role=option]')];
  const named = (name: string) => all().find(({ textContent }) => textContent?.includes(name));
  await settled(() => expect(named('All results for “plan”')).toBeDefined());
  for (const name of ['All results for “plan”', '6 of 12 · Show all'])
    named(name)?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  document
    .querySelector('input')
    ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', shiftKey: true, bubbles: true }));
  expect(onShowAll.mock.calls).toEqual([
    ['plan', 'all'],
    ['plan', 'files'],
    ['plan', 'all'],
  ]);
});

const keysShown = () =>
  Array.from(document.querySelectorAll('kbd'), ({ textContent }) => textContent).join(' ');

test.each([
  ['Linux x86_64', 'Esc Ctrl / ↑ ↓ Enter Ctrl Enter Ctrl /'],
  ['MacIntel', 'Esc ⌘/ ↑ ↓ ↩ ⌘ ↩ ⌘ /'],
])('on %s its keys are those of the keyboard', async (platform, keys) => {
  await opened(found([]), { platform });
  expect(keysShown()).toBe(keys);
});
