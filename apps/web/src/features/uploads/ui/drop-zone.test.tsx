import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { toasts } from '#shared/ui/toast.ts';
import { DropZone } from './drop-zone.tsx';

let root: Root;
let container: HTMLElement;

beforeAll(withMessages);
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  toasts.set([]);
  container = document.body.appendChild(document.createElement('div'));
  root = createRoot(container);
});
afterEach(async () => {
  await act(async () => root.unmount());
  container.remove();
});

const draw = (parentId: string | null | undefined, canUpload = true) =>
  act(async () =>
    root.render(
      <DropZone
        parentId={parentId}
        folderName="Trash"
        permission={{ canUpload, canCreateFolder: true, reason: null }}
      >
        <p data-drop-folder="f1" data-drop-name="Invoices">
          {'Rows'}
        </p>
      </DropZone>,
    ),
  );

const file = new File(['x'], 'a.txt');
const carried = {
  types: ['Files'],
  items: [{ kind: 'file', webkitGetAsEntry: () => null, getAsFile: () => file }],
  files: [file],
  dropEffect: 'none',
};

/** Dispatches the event of dragged, dropped or pasted files. */
const dispatch = async (
  type: 'dragover' | 'drop' | 'paste',
  on: Element | null = container,
): Promise<boolean> => {
  const event = new Event(type, { bubbles: true, cancelable: true });
  Object.defineProperty(event, type === 'paste' ? 'clipboardData' : 'dataTransfer', { value: carried });
  await act(async () => on?.dispatchEvent(event));
  return event.defaultPrevented;
};
const said = () => toasts.get().map(({ type, message }) => `${type} ${message}`);
const badge = () => container.querySelector('.drop-badge');
/** Reports the attribute for which notices make room. */
const hasDroppingAttribute = () => document.documentElement.hasAttribute('data-dropping');
const isForbidden = () => badge()?.matches('[data-forbidden]');

test('over a target that accepts no drops a red badge says so, over a folder there it does not', async () => {
  await draw(undefined);
  expect(await dispatch('dragover')).toBe(true);
  expect([badge()?.textContent, isForbidden()]).toEqual(['You can’t upload here', true]);
  await dispatch('dragover', container.querySelector('p'));
  expect([badge()?.textContent, isForbidden()]).toEqual(['Upload 1 item toInvoices', false]);
  expect(hasDroppingAttribute()).toBe(true);
  await dispatch('drop');
  expect([badge(), hasDroppingAttribute()]).toEqual([null, false]);
});

test('a single frame shows the destination: the page, or the folder under the pointer', async () => {
  await draw(null);
  const row = container.querySelector('p');
  const framed = () => [
    container.querySelectorAll('.drop-frame').length,
    [...container.querySelectorAll('[data-drop-over]')].map((element) => element.textContent),
  ];
  await dispatch('dragover');
  expect(framed()).toEqual([1, []]);
  await dispatch('dragover', row);
  expect(framed()).toEqual([0, ['Rows']]);
  await dispatch('dragover');
  expect(framed()).toEqual([1, []]);
  await dispatch('dragover', row);
  // The drag leaves the window; a drop would begin an upload.
  const leaving = Object.assign(new Event('dragleave', { bubbles: true }), { relatedTarget: null });
  await act(async () => row?.dispatchEvent(leaving));
  expect(framed()).toEqual([0, []]);
});

test('a user who may not upload sees the badge everywhere', async () => {
  await draw('here', false);
  await dispatch('dragover', container.querySelector('p'));
  expect([badge()?.textContent, isForbidden()]).toEqual(['You can’t upload here', true]);
});

test.each(['drop', 'paste'] as const)('a %s where no items can be added shows a message', async (type) => {
  await draw(undefined);
  expect(await dispatch(type)).toBe(true);
  expect(said()).toEqual(['danger You can’t upload here']);
  expect(badge()).toBeNull();
});
