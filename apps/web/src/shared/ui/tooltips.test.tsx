import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { IconButton } from './icon-button.tsx';
import { Tooltips } from './tooltips.tsx';

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  await withMessages();
  // The window of these tests has none.
  Object.assign(HTMLElement.prototype, { showPopover: () => undefined });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(HTMLElement.prototype, 'showPopover');
});

test('the code of tooltips loads with the first pointer on a button, and names that button', async () => {
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  onTestFinished(async () => {
    await act(async () => root.unmount());
    host.remove();
  });
  await act(async () =>
    root.render(
      <>
        <p />
        <IconButton label="Download" icon={null} />
        <Tooltips />
      </>,
    ),
  );
  await import('./tooltip-host.tsx');
  const button = host.querySelector('button');
  const point = (at: Element | null): Promise<void> =>
    act(async () => {
      at?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }));
      // The script is there already; its component comes a few turns later.
      for (let turn = 0; turn < 5; turn += 1) await new Promise((done) => requestAnimationFrame(done));
    });
  // The window of these tests knows nothing of pointers that rest.
  const resting = vi.fn<() => (Element | null)[]>(() => [button]);
  Object.assign(document, { querySelectorAll: resting });
  onTestFinished(() => void Reflect.deleteProperty(document, 'querySelectorAll'));
  await point(host.querySelector('p'));
  expect(resting).not.toHaveBeenCalled();
  await point(button);
  await act(() => vi.advanceTimersByTimeAsync(500));
  expect(host.querySelector('[role=tooltip]')?.textContent).toBe('Download');
});
