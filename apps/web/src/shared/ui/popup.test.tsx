import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Popup } from './popup.tsx';

const onClose = vi.fn<() => void>();
let root: Root;
let dialog: HTMLDialogElement;

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  onClose.mockClear();
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <Popup title="New folder" onClose={onClose}>
        <input />
      </Popup>,
    ),
  );
  dialog = document.querySelector('dialog') ?? expect.fail('no dialog');
  vi.spyOn(dialog, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 100, 400, 300));
});

afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
});

interface Place {
  readonly on?: Element | null;
  readonly x: number;
  readonly y: number;
}

const send = (type: 'pointerdown' | 'click', { on = dialog, x, y }: Place) =>
  act(async () => on?.dispatchEvent(new MouseEvent(type, { bubbles: true, clientX: x, clientY: y })));

const backdrop = { x: 50, y: 50 };
const scrollbar = { x: 495, y: 200 };
const field = () => ({ on: dialog.querySelector('input'), x: 200, y: 200 });

test('a press on the backdrop closes when it ends, so that nothing below gets the rest of it', async () => {
  await send('pointerdown', backdrop);
  expect(onClose).not.toHaveBeenCalled();
  await send('click', backdrop);
  expect(onClose).toHaveBeenCalledOnce();
});

test('the popup’s own scrollbar does not close it', async () => {
  await send('pointerdown', scrollbar);
  await send('click', scrollbar);
  expect(onClose).not.toHaveBeenCalled();
});

test('text that is selected beyond its edge does not close it', async () => {
  await send('pointerdown', field());
  await send('click', backdrop);
  expect(onClose).not.toHaveBeenCalled();
});

test('the heading of the page gets the focus where nothing is left that had it before', async () => {
  const heading = document.body.appendChild(document.createElement('h1'));
  heading.tabIndex = -1;
  dialog.querySelector('input')?.focus();
  await act(async () => root.unmount());
  expect(document.activeElement).toBe(heading);
});
