import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { IconButton } from './icon-button.tsx';
import { TooltipHost } from './tooltip-host.tsx';

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  await withMessages();
  // The window of these tests has none.
  Object.assign(HTMLElement.prototype, { showPopover: () => undefined });
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(HTMLElement.prototype, 'showPopover');
});

const rendered = async (button = <IconButton label="Download" shortcut="Mod+S" icon={null} />) => {
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  onTestFinished(async () => {
    await act(async () => root.unmount());
    host.remove();
  });
  await act(async () =>
    root.render(
      <>
        {button}
        <TooltipHost />
      </>,
    ),
  );
  const owner = host.querySelector('button') ?? expect.fail('no button');
  const send = (type: string): void =>
    void owner.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'mouse' }));
  const pass = (milliseconds: number): Promise<unknown> =>
    act(() => vi.advanceTimersByTimeAsync(milliseconds));
  const shown = () => host.querySelector('[role=tooltip]')?.textContent;
  const place = () => host.querySelector<HTMLElement>('[role=tooltip]')?.style;
  return { owner, send, pass, shown, place };
};

test('a button is named with its key once the pointer has rested on it, until it is pressed', async () => {
  const { send, pass, shown } = await rendered();
  send('pointerover');
  await pass(499);
  expect(shown()).toBeUndefined();
  await pass(1);
  expect(shown()).toBe('DownloadCtrl S');
  await act(async () => send('pointerdown'));
  expect(shown()).toBeUndefined();
});

test('Escape takes it away', async () => {
  const { send, pass, shown } = await rendered();
  send('pointerover');
  await pass(500);
  expect(shown()).toBe('DownloadCtrl S');
  await act(async () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })));
  expect(shown()).toBeUndefined();
});

test('the tooltip stands beside its owner in a column, so that it covers no other entry', async () => {
  const { owner, send, pass, place } = await rendered(
    <button type="button" aria-label="Home" data-tooltip="Home" data-tooltip-beside="" />,
  );
  owner.getBoundingClientRect = () => new DOMRect(10, 100, 44, 44);
  send('pointerover');
  await pass(500);
  expect([place()?.left, place()?.top]).toEqual(['60px', '122px']);
});
