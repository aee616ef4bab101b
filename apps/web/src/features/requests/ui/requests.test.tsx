import type { Config } from '@holdall/contract/settings';
import { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { beforeAll, beforeEach, expect, test, vi, type MockInstance } from 'vitest';
import { putConfig } from '#shared/config/config.ts';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { change, openPlace, write } from '#shared/testing/page.tsx';
import { openServer, type Call } from '#shared/testing/server.ts';
import { alerts } from '#shared/ui/alert.ts';
import { toasts } from '#shared/ui/toast.ts';
import { requestOf } from '../testing/requests.ts';
import { NewRequestPopup } from './new-request.popup.tsx';
import { RequestPopup } from './request.popup.tsx';
import { RequestsPopup } from './requests.popup.tsx';
import { RequestsSection } from './requests-section.tsx';

let copied: MockInstance<Clipboard['writeText']>;

beforeAll(withMessages);
beforeEach(() => {
  putConfig({ host: 'https://files.example.com', mails: true } as Config);
  copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  alerts.set([]);
  toasts.set([]);
});

const refused = (status: number, code: string, errors = {}): Response =>
  Response.json({ status, code, message: '', errors }, { status });
const nothing = (): void => undefined;
const path = '/api/file-requests/token-of-a-request-012345';

const open = async (drawn: ReactNode, answer: (call: Call) => object | Promise<object>) => {
  const calls = openServer(async (call) => {
    const said = await answer(call);
    return said instanceof Response ? said : Response.json(said);
  });
  const { box, draw } = openPlace(new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  await draw(drawn);
  await change();
  return {
    box,
    press: (name: string) =>
      change(() =>
        [...document.querySelectorAll('button')]
          .findLast((button) => button.textContent === name || button.getAttribute('aria-label') === name)
          ?.click(),
      ),
    type: (name: string, text: string) =>
      change(() => write(box.querySelector(`input[name="${name}"]`), text)),
    sent: (method: string, where: string) =>
      calls.filter((call) => call.method === method && call.path === where).map(({ body }) => body),
  };
};

test('a request is created as the form says and mailed; errors show at their fields', async () => {
  const onFolder = vi.fn<() => void>();
  let isFull = true;
  const page = await open(
    <NewRequestPopup folder={null} {...{ onFolder }} onClose={nothing} />,
    ({ path: asked }) => {
      if (asked !== '/api/file-requests') return { data: { id: 'made' } };
      if (isFull) return refused(429, 'request.too_many');
      return { data: requestOf() };
    },
  );
  await page.press('Create request');
  expect(page.box.textContent).toContain('Say what you need.');
  await page.type('name', 'Photos');
  await page.type('name', 'P');
  expect(page.box.querySelector('.field-error')).toBeNull();
  await page.type('name', ' ');
  await page.press('Create request');
  expect(page.box.textContent).toContain('Say what you need.');
  await page.type('name', 'Photos');
  await page.type('max_files', '0');
  await page.type('email', 'anna@exmaple');
  await page.press('Create request');
  expect(page.box.textContent).toContain('Enter a number from 1 to 100,000.');
  expect(page.box.querySelectorAll('.field-error')).toHaveLength(2);
  expect(page.sent('POST', '/api/create-folder')).toEqual([]);
  await page.type('max_files', 'many');
  expect(page.box.querySelectorAll('.field-error')).toHaveLength(2);
  await page.type('max_files', '3');
  expect(page.box.querySelectorAll('.field-error')).toHaveLength(1);
  await page.type('email', 'anna@example.com');
  await page.press('Create request');
  // A folder created by a failed attempt is listed, and the next attempt reuses it.
  expect(onFolder).toHaveBeenCalledTimes(1);
  isFull = false;
  await page.press('Create request');
  expect(onFolder).toHaveBeenCalledTimes(1);
  expect(page.sent('POST', '/api/file-requests').at(-1)).toEqual({
    name: 'Photos',
    note: '',
    deadline: null,
    max_files: 3,
    max_size: 10_000_000_000,
    email: 'anna@example.com',
    folder_id: 'made',
  });
  expect(toasts.get().map(({ message }) => message)).toEqual(['Link sent to anna@example.com']);
  const address = 'https://files.example.com/request/token-of-a-request-012345';
  expect(page.box.querySelector<HTMLInputElement>('input[readonly]')?.value).toBe(address);
  expect(copied).toHaveBeenCalledExactlyOnceWith(address);
  expect(page.box.textContent).toContain('Link copied. Send it to the people whose files you need.');
});

test('a link that the browser does not copy is selected, and the popup says so', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
  const page = await open(
    <NewRequestPopup folder={{ id: 'folder', name: 'Photos' }} onFolder={nothing} onClose={nothing} />,
    () => ({ data: requestOf() }),
  );
  await page.type('name', 'Photos');
  await page.press('Create request');
  const field = page.box.querySelector<HTMLInputElement>('input[readonly]');
  expect(document.activeElement).toBe(field);
  expect([field?.selectionStart, field?.selectionEnd]).toEqual([0, field?.value.length]);
  expect(document.getElementById(field?.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Your browser blocked copying. The link is selected: copy it from there.',
  );
});

test('the form offers no mail where the server sends none, and says so', async () => {
  putConfig({ host: 'https://files.example.com', mails: false } as Config);
  const page = await open(
    <NewRequestPopup folder={{ id: 'folder', name: 'Photos' }} onFolder={nothing} onClose={nothing} />,
    () => ({ data: requestOf() }),
  );
  const field = page.box.querySelector<HTMLInputElement>('input[name="email"]');
  const about = document.getElementById(field?.getAttribute('aria-describedby') ?? '');
  expect([field?.disabled, about?.textContent]).toEqual([true, 'This server doesn’t send emails yet.']);
  await page.type('name', 'Photos');
  await page.type('email', 'anna@example.com');
  await page.press('Create request');
  expect(page.sent('POST', '/api/file-requests')).toHaveLength(1);
  expect(page.sent('POST', '/api/file-requests')[0]).not.toHaveProperty('email');
  expect(toasts.get()).toEqual([]);
});

test('a request is changed, closed and reopened; errors of a term show at it', async () => {
  const said = 'The deadline has passed.';
  const page = await open(<RequestPopup request={requestOf()} onClose={nothing} />, ({ body }) =>
    (body as { deadline?: string }).deadline
      ? refused(422, 'request.invalid', { deadline: [said] })
      : { data: requestOf() },
  );
  await page.type('deadline', '2020-01-01T10:00');
  await page.press('Save');
  expect(page.box.textContent).toContain(said);
  await page.press('Close request');
  expect(page.sent('PATCH', path).at(-1)).toEqual({ state: 'filled' });
  const ended = await open(
    <RequestPopup request={requestOf({ state: 'filled', unseen: 2 })} onClose={nothing} />,
    () => ({ data: requestOf() }),
  );
  expect(ended.sent('PATCH', path)).toEqual([{ seen: true }]);
  await ended.press('Reopen');
  expect(ended.sent('PATCH', path).at(-1)).toMatchObject({ state: 'active', name: 'Photos' });
});

test('a failed deletion is reported; a request that is already gone counts as deleted', async () => {
  const onClose = vi.fn<() => void>();
  let answer = refused(500, 'server.failed');
  const page = await open(<RequestPopup request={requestOf()} {...{ onClose }} />, () => answer);
  await page.press('Delete');
  await page.press('Delete');
  expect([alerts.get().length, onClose.mock.calls.length]).toEqual([1, 0]);
  expect(document.querySelector('[role="alertdialog"]')).toBeNull();
  answer = refused(404, 'file_request.not_found');
  await page.press('Delete');
  await page.press('Delete');
  expect([alerts.get().length, onClose.mock.calls.length]).toEqual([1, 1]);
});

test('opening the folder marks its new files as seen', async () => {
  const onOpenFolder = vi.fn<(id: string) => void>();
  const page = await open(
    <RequestsPopup onAsk={nothing} onOpenFolder={onOpenFolder} onClose={nothing} />,
    ({ method }) =>
      method === 'PATCH'
        ? { data: requestOf() }
        : { data: [requestOf({ files: 2, unseen: 2 })], meta: { next: null } },
  );
  expect(page.box.textContent).toContain('2 new files');
  await page.press('Open folder: Photos');
  expect(page.sent('PATCH', path)).toEqual([{ seen: true }]);
  expect(onOpenFolder.mock.calls).toEqual([['folder']]);
});

test('the section about requests shows before they are loaded, and where loading failed', async () => {
  let fails = true;
  const page = await open(<RequestsSection onAsk={nothing} onShow={nothing} />, () =>
    fails ? refused(403, 'session.forbidden') : { data: [requestOf()], meta: { next: null } },
  );
  expect(page.box.textContent).toContain('File requests');
  expect(page.box.textContent).toContain('Request files…');
  fails = false;
  await page.press('Try again');
  expect(page.box.textContent).toContain('1 file request');
});
