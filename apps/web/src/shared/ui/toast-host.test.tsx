import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { createStore, useStore } from '#shared/lib/store.ts';
import { Popup } from './popup.tsx';
import { showToast, toasts } from './toast.ts';
import { ToastHost } from './toast-host.tsx';

test('a notice of what a popup has done shows once the popup is gone', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  await withMessages();
  // A substitute of the browsers' own, which is missing here.
  const shown = vi.fn(function show(this: HTMLElement) {
    if (!this.isConnected) throw new DOMException('Disconnected', 'InvalidStateError');
  });
  Object.assign(HTMLElement.prototype, { showPopover: shown, hidePopover: () => undefined });
  onTestFinished(() => {
    for (const name of ['showPopover', 'hidePopover']) Reflect.deleteProperty(HTMLElement.prototype, name);
  });
  const isOpen = createStore(true);
  const Page = () => (
    <>
      {useStore(isOpen) && <Popup title="Switch off?" onClose={() => isOpen.set(false)} />}
      <ToastHost />
    </>
  );
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  onTestFinished(async () => {
    await act(async () => root.unmount());
    box.remove();
    toasts.set([]);
  });
  await act(async () => root.render(<Page />));
  await act(async () => {
    isOpen.set(false);
    showToast({ type: 'success', message: 'Off' });
  });
  expect(document.querySelector('.toast')?.textContent).toContain('Off');
  expect(shown).toHaveBeenCalledOnce();
});
