import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { noUploads, uploads } from '#features/uploads/uploads.store.ts';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { eventually } from '#shared/testing/eventually.ts';
import { alerts } from '#shared/ui/alert.ts';
import { LogOutPopup } from './log-out.popup.tsx';
import { askingToLogOut } from './log-out.store.ts';

const sent: string[] = [];
let root: Root;

beforeAll(withMessages);
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    sent.push(`${method} ${path}`);
    return new Response(null, { status: 204 });
  });
  sent.length = 0;
  alerts.set([]);
  askingToLogOut.set(true);
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
});

const uploading = (part: Partial<typeof noUploads>) =>
  act(async () => uploads.set({ ...noUploads, ...part }));
const ask = () =>
  act(async () =>
    root.render(
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { mutations: { networkMode: 'always' } } })}
      >
        <LogOutPopup />
      </QueryClientProvider>,
    ),
  );
const question = () => document.querySelector('dialog');

test('uploads that are through before the question shows keep nobody from logging out', async () => {
  await uploading({ active: false, total: 1, done: 1 });
  await ask();
  expect(question()).toBeNull();
  expect(askingToLogOut.get()).toBe(false);
  await eventually(() => expect(sent).toEqual(['POST /logout']));
});

test('a folder that is still being read is an upload that would end', async () => {
  await uploading({ active: true, total: 2, done: 2 });
  await ask();
  expect(question()?.textContent).toContain('1 upload isn’t finished. It will stop if you sign out.');
});

test('uploads that end during the question leave nothing to ask, and the session stays', async () => {
  await uploading({ active: true, total: 2, done: 0 });
  await ask();
  expect(question()?.textContent).toContain('2 uploads aren’t finished.');
  await uploading({ active: false, total: 2, done: 2 });
  expect(askingToLogOut.get()).toBe(false);
  expect(question()).toBeNull();
  expect(sent).toEqual([]);
});
