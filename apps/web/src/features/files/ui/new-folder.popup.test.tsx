import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { change, write } from '#shared/testing/page.tsx';
import { alerts } from '#shared/ui/alert.ts';
import { actionServer } from '../testing/action-server.ts';
import { clientWith } from '../testing/cached-listing.ts';
import { draw } from '../testing/draw.tsx';
import { NewFolderPopup } from './new-folder.popup.tsx';

beforeAll(withMessages);
beforeEach(() => alerts.set([]));

const field = () =>
  document.querySelector<HTMLInputElement>('.text-field input') ?? expect.fail('There is no field.');
const shownFault = () => document.getElementById(field().getAttribute('aria-describedby') ?? '')?.textContent;

const naming = async (name: string) => {
  const calls = actionServer();
  const onClose = vi.fn<() => void>();
  const { press } = await draw(<NewFolderPopup parentId={null} onClose={onClose} />, clientWith([]));
  await change(() => write(field(), name));
  await press('Create folder');
  return { calls, onClose };
};

test.each([
  ['an empty name', '  ', 'Give it a name.'],
  ['a slash', 'a/b', 'Names can’t contain slashes.'],
  ['a name of more than 255 bytes', 'é'.repeat(128), 'This name is too long.'],
])('%s is said at the field, without a request or an alert', async (_what, name, sentence) => {
  const { calls } = await naming(name);
  expect(shownFault()).toBe(sentence);
  expect(field().getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field());
  expect([calls, alerts.get()]).toEqual([[], []]);
  await change(() => write(field(), 'Holidays'));
  expect(shownFault()).toBeUndefined();
});

test('a taken name is reported once, by the alert, and the popup keeps the input', async () => {
  const { calls, onClose } = await naming('Taken');
  expect(calls).toMatchObject([{ path: '/api/create-folder', body: { name: 'Taken' } }]);
  await change(() => calls[0]?.answer({ code: 'item.name_taken', message: '' }, 409));
  expect(alerts.get()).toMatchObject([{ message: 'An item with this name is already here.' }]);
  expect(shownFault()).toBeUndefined();
  expect(field().value).toBe('Taken');
  expect(onClose).not.toHaveBeenCalled();
});
