import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { text } from '#shared/i18n/messages.ts';
import { lazyChunk } from './lazy-chunk.ts';
import { PopupSlot } from './popup-slot.tsx';
import { toasts } from './toast.ts';

let root: Root;
let container: HTMLElement;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // The network is gone: neither scripts nor the question whether they exist are answered.
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  toasts.set([]);
  container = document.createElement('div');
  root = createRoot(container, { onCaughtError: () => undefined, onUncaughtError: () => undefined });
});

afterEach(() => act(async () => root.unmount()));

const draw = (content: ReactNode) =>
  act(async () => {
    root.render(
      <>
        <p>{'The page'}</p>
        {content}
      </>,
    );
    await vi.dynamicImportSettled();
  });

const Popup = () => <b>{'The popup'}</b>;

test('a popup that does not load leaves the page as it is and says what it would have said', async () => {
  const closed = vi.fn<() => void>();
  const Lost = lazyChunk('lost', () => Promise.reject(new TypeError('offline')));
  await draw(
    <PopupSlot instead="The disk is full." onFailure={closed}>
      <Lost />
    </PopupSlot>,
  );
  expect(container.textContent).toBe('The page');
  expect(toasts.get()).toMatchObject([{ type: 'danger', message: 'The disk is full.' }]);
  expect(closed).toHaveBeenCalledOnce();
});

test('a missing network alone is told, however often the popup is tried', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  for (const name of ['one', 'other']) {
    const Lost = lazyChunk(name, () => Promise.reject(new TypeError('offline')));
    await draw(
      <PopupSlot key={name}>
        <Lost />
      </PopupSlot>,
    );
  }
  expect(toasts.get()).toMatchObject([{ type: 'danger', message: text('offline.title') }]);
  vi.restoreAllMocks();
});

test('a popup that failed is tried again the next time', async () => {
  let reachable = false;
  const Later = lazyChunk('later', async () => {
    if (!reachable) throw new TypeError('offline');
    return Popup;
  });
  const slot = (
    <PopupSlot instead="No.">
      <Later />
    </PopupSlot>
  );
  await draw(slot);
  await draw(null);
  reachable = true;
  await draw(slot);
  expect(container.textContent).toBe('The pageThe popup');
});

test('a needed chunk is tried again by itself, without a word', async () => {
  vi.useFakeTimers();
  let reachable = false;
  const Needed = lazyChunk('needed', async () => {
    if (!reachable) throw new TypeError('offline');
    return Popup;
  });
  await draw(
    <PopupSlot retryAfter={2_000}>
      <Needed />
    </PopupSlot>,
  );
  expect(container.textContent).toBe('The page');
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(container.textContent).toBe('The page');
  reachable = true;
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(container.textContent).toBe('The pageThe popup');
  expect(toasts.get()).toEqual([]);
  vi.useRealTimers();
});

test('a popup that has loaded is drawn at once: no timer of React’s holds it back', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const { setTimeout: later } = globalThis;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { promise, resolve } = Promise.withResolvers<typeof Popup>();
  const Late = lazyChunk('late', () => promise);
  root.render(
    <PopupSlot>
      <Late />
    </PopupSlot>,
  );
  const turn = () => new Promise((done) => later(done));
  for (let turns = 0; turns < 20; turns += 1) await turn();
  resolve(Popup);
  for (let turns = 0; turns < 20; turns += 1) await turn();
  expect(container.textContent).toBe('The popup');
  vi.useRealTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});

test('a popup that was loaded before needs no network', async () => {
  let reachable = true;
  const Ready = lazyChunk('ready', async () => {
    if (!reachable) throw new TypeError('offline');
    return Popup;
  });
  Ready.preload();
  reachable = false;
  await draw(
    <PopupSlot>
      <Ready />
    </PopupSlot>,
  );
  expect(container.textContent).toBe('The pageThe popup');
});

test('a popup that breaks while it is drawn is not hidden', async () => {
  const Broken = (): ReactNode => {
    throw new RangeError('a mistake of ours');
  };
  await expect(
    draw(
      <PopupSlot>
        <Broken />
      </PopupSlot>,
    ),
  ).rejects.toThrow('a mistake of ours');
});
