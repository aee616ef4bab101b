import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { Textarea } from './textarea.tsx';
import { TextInput } from './text-input.tsx';

beforeAll(withMessages);

test.each([
  ['a line', <TextInput key="line" defaultValue="Mara" maxLength={6} />],
  ['a text', <Textarea key="text" defaultValue="Mara" maxLength={6} />],
])('%s says so where more is written than it takes, and no longer than that', async (_what, field) => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  onTestFinished(async () => {
    await act(async () => root.unmount());
    place.remove();
  });
  await act(async () => root.render(field));
  const input = place.querySelector<HTMLInputElement>('input, textarea');
  if (!input) throw new Error('There is no field.');
  const paste = (data: string, from: number, to: number) =>
    act(async () => {
      input.setSelectionRange(from, to);
      input.dispatchEvent(new InputEvent('beforeinput', { data, bubbles: true }));
    });
  const said = () => place.querySelector('[role=alert]')?.textContent;
  await paste('ab', 4, 4);
  expect(said()).toBeUndefined();
  await paste('abc', 4, 4);
  expect(said()).toBe('Up to 6 characters');
  await paste('abc', 0, 4);
  expect(said()).toBeUndefined();
});
