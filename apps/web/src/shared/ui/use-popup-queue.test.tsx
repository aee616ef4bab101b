import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { alerts, closeAlert, openAlert } from './alert.ts';
import { modalOpened } from './modals.ts';
import { usePopupQueue } from './use-popup-queue.ts';

const Question = ({ name }: { readonly name: string }) => (usePopupQueue() ? <b>{name}</b> : null);

let root: Root;
let container: HTMLElement;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  alerts.set([]);
  container = document.createElement('div');
  root = createRoot(container);
});
afterEach(() => act(async () => root.unmount()));

const ask = (...names: readonly string[]) =>
  act(async () => root.render(names.map((name) => <Question key={name} name={name} />)));

test('the first of two questions is asked, and the other when that is answered', async () => {
  await ask('clash');
  await ask('clash', 'leave');
  expect(container.textContent).toBe('clash');
  await ask('leave');
  expect(container.textContent).toBe('leave');
});

test('a question waits for the dialog that is open; what has begun goes on though another opens on top', async () => {
  const close = modalOpened(document.createElement('dialog'));
  await ask('clash');
  expect(container.textContent).toBe('');
  await act(async () => close());
  expect(container.textContent).toBe('clash');
  const dialogs: (() => void)[] = [];
  await act(async () => void dialogs.push(modalOpened(document.createElement('dialog'))));
  expect(container.textContent).toBe('clash');
  await act(async () => dialogs.forEach((closeDialog) => closeDialog()));
});

test('an alert is read first, and the question comes back', async () => {
  await ask('clash');
  await act(async () => openAlert({ title: 'Full', message: 'The disk is full.', button: 'OK' }));
  expect(container.textContent).toBe('');
  await act(async () => closeAlert());
  expect(container.textContent).toBe('clash');
});
