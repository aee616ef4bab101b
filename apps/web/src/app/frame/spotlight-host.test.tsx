import { act, use, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { closeSpotlight, takeTypedAhead } from '#features/spotlight/spotlight.store.ts';
import { eventually } from '#shared/testing/eventually.ts';
import { SpotlightHost } from './spotlight-host.tsx';

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterEach(() => vi.unstubAllGlobals());

const Field = () => {
  const [typed] = useState(takeTypedAhead);
  return (
    <dialog open>
      <input defaultValue={typed} />
    </dialog>
  );
};

const press = (key: string, more: KeyboardEventInit = {}) =>
  act(async () =>
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
    ),
  );

test('letters typed before the spotlight is there come to its field, and to nothing else', async () => {
  const arrived = Promise.withResolvers<void>();
  let isThere = false;
  // A chunk that is still loading.
  const Late = Object.assign(
    () => {
      if (!isThere) use(arrived.promise);
      return <Field />;
    },
    { preload: () => undefined },
  );
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const heard: string[] = [];
  const hear = ({ key }: KeyboardEvent): void => void heard.push(key);
  document.addEventListener('keydown', hear);
  onTestFinished(async () => {
    document.removeEventListener('keydown', hear);
    await act(async () => root.unmount());
    document.body.replaceChildren();
  });
  await act(async () => root.render(<SpotlightHost Found={Late} />));
  await press('k', { ctrlKey: true });
  for (const letter of 'note') await press(letter);
  expect(heard).toEqual(['k']);
  await act(async () => {
    isThere = true;
    arrived.resolve();
  });
  await eventually(() => expect(document.querySelector('input')?.value).toBe('note'));
  await act(async () => closeSpotlight());
  await press('x');
  expect(heard.at(-1)).toBe('x');
});
