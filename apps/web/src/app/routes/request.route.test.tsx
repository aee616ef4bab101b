import type { OpenedRequest } from '@holdall/contract/file-requests';
import { QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openDesk, problem } from '#features/auth/testing/auth-desk.tsx';
import type { UploadEntry } from '#features/uploads/upload-entry.ts';
import { noUploads, uploads } from '#features/uploads/uploads.store.ts';
import { queryClient } from '../query-client.ts';
import { loadRequest } from './request.route.tsx';

const token = 'AbCdEfGhIjKlMnOpQrStUv';
const address = `/api/request/${token}`;
const heading = () => document.querySelector('h1')?.textContent;

beforeEach(() => {
  queryClient.clear();
  uploads.set(noUploads);
});

type Attributes = OpenedRequest['data']['attributes'];

const received = [
  { name: 'Trip/one.jpg', size: 1_500_000, sha256: 'a1'.repeat(32), at: '2026-11-22T10:00:00.000Z' },
];
const requestOf = (
  attributes: Partial<Attributes> = {},
  canUpload = true,
  files = received,
): OpenedRequest => ({
  data: {
    type: 'file_request',
    attributes: {
      token,
      name: 'Photos',
      note: 'All of them',
      deadline: null,
      state: 'active',
      files_left: null,
      size_left: null,
      ...attributes,
    },
    relationships: {
      owner: { data: { attributes: { name: 'Mara', avatar: null, color: '#006671' } } },
      received: {
        data: files,
        meta: { count: files.length, size: files.reduce((sum, { size }) => sum + size, 0) },
      },
    },
    meta: { canUpload },
  },
});

const open = async (answer: object, init?: ResponseInit) => {
  const desk = await openDesk(`/request/${token}`);
  desk.answer(address, answer, init);
  const Page = await loadRequest();
  await desk.draw(
    <QueryClientProvider client={queryClient}>
      <Page />
    </QueryClientProvider>,
  );
  return desk;
};
const expectHeading = async (desk: Awaited<ReturnType<typeof open>>, title: string): Promise<void> => {
  for (let turn = 0; turn < 50 && heading() !== title; turn += 1) await desk.change(() => undefined);
  expect(heading()).toBe(title);
};

test('the page says who asks for what, until when and for how much', async () => {
  const desk = await open(
    requestOf({ files_left: 1, size_left: 2_000_000, deadline: '2027-01-02T10:00:00.000Z' }),
  );
  await expectHeading(desk, 'Upload files for Mara');
  for (const said of ['Photos', 'All of them', 'Until 2 Jan 2027', '1 more file · up to 2 MB'])
    expect(desk.text()).toContain(said);
  expect(desk.text()).toContain('1 file · 1.5 MB');
});

test('done thanks, and shows the checksums', async () => {
  const desk = await open(requestOf());
  await expectHeading(desk, 'Upload files for Mara');
  expect(desk.text()).not.toContain('a1a1');
  desk.answer(`${address}/done`, requestOf());
  await desk.press('Done');
  await expectHeading(desk, 'Thanks! Mara has your files.');
  expect(desk.text()).toContain('a1'.repeat(32));
  await desk.press('Send more files');
  await expectHeading(desk, 'Upload files for Mara');
});

test.each([
  ['filled', 'This request is closed', 'The limit has been reached.'],
  ['expired', 'This request is closed', 'The deadline was 2 Jan 2025'],
  ['active', 'Mara can’t receive files at the moment', 'Files you’ve sent are safe.'],
] as const)('one that takes nothing says why, and keeps the receipt: %s', async (state, title, said) => {
  const desk = await open(requestOf({ state, deadline: '2025-01-02T10:00:00.000Z' }, false));
  await expectHeading(desk, title);
  expect(desk.text()).toContain(said);
  expect(desk.text()).toContain('a1'.repeat(32));
  expect(desk.text()).not.toContain('Choose files');
});

/** The same request of an owner without a name. */
const unnamed = (answer: OpenedRequest): OpenedRequest => {
  const { owner, ...others } = answer.data.relationships;
  const attributes = { ...owner.data.attributes, name: null };
  return {
    data: { ...answer.data, relationships: { ...others, owner: { data: { ...owner.data, attributes } } } },
  };
};

test('an owner without a name is spoken of in words that need none', async () => {
  const desk = await open(unnamed(requestOf()));
  await expectHeading(desk, 'Upload files');
  for (const said of [
    'Only the person who asked can see what you send.',
    'We’ll let the person who asked know.',
  ])
    expect(desk.text()).toContain(said);
  expect(document.querySelector('.file-request-head .avatar svg')).not.toBeNull();
  desk.answer(`${address}/done`, unnamed(requestOf()));
  await desk.press('Done');
  await expectHeading(desk, 'Thanks! Your files have arrived.');
  expect(desk.text()).not.toContain('omeone');
});

test.each([
  ['filled', 'This request is closed', 'Ask the person who sent you the link'],
  ['expired', 'This request is closed', 'Ask the person who sent you the link'],
  ['active', 'Files can’t be received at the moment', 'Files you’ve sent are safe.'],
] as const)('without a name, one that takes nothing says why: %s', async (state, title, said) => {
  const desk = await open(unnamed(requestOf({ state, deadline: '2025-01-02T10:00:00.000Z' }, false)));
  await expectHeading(desk, title);
  expect(desk.text()).toContain(said);
});

const refusedFile: UploadEntry = {
  id: 1,
  kind: 'file',
  name: 'party2.jpg',
  path: 'party2.jpg',
  parentId: null,
  size: 10,
  type: '',
  state: 'failed',
  sent: 0,
  failures: 0,
  failure: { reason: 'unasked', detail: 'This request has reached its file limit.' },
};

test('the last file that was asked for ends it; what was refused stays named, and is not thanked for', async () => {
  const desk = await open(requestOf({ files_left: 1 }, true, []));
  await expectHeading(desk, 'Upload files for Mara');
  const filled = requestOf({ files_left: 0, state: 'filled' }, false);
  desk.answer(address, filled);
  desk.answer(`${address}/done`, filled);
  await desk.change(() =>
    uploads.set({ ...noUploads, entries: [refusedFile], total: 2, done: 1, failed: 1, percent: 100 }),
  );
  await expectHeading(desk, 'Thanks! Some of your files weren’t sent.');
  for (const said of ['1 file wasn’t sent.', 'party2.jpg', 'This request has reached its file limit.'])
    expect(desk.text()).toContain(said);
  expect(desk.text()).not.toContain('has your files');
  expect(desk.text()).not.toContain('Retry');
  expect(document.querySelector('[aria-label^="Try"], [aria-label^="Retry"]')).toBeNull();
});

test('an owner who closes it reaches a page that is open', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const desk = await open(requestOf());
  await expectHeading(desk, 'Upload files for Mara');
  desk.answer(address, requestOf({ state: 'filled' }, false));
  await desk.change(() => void vi.advanceTimersByTime(10_100));
  await expectHeading(desk, 'This request is closed');
  expect(desk.text()).not.toContain('Choose files');
});

test('a request that was taken back is not found', async () => {
  const desk = await open(problem('file_request.not_found'), { status: 404 });
  await expectHeading(desk, 'Request not found');
  expect(desk.text()).toContain('This request no longer exists.');
});

test('a request whose owner cannot be reached leads to where that is said', async () => {
  const desk = await open(problem('share.unavailable'), { status: 403 });
  const wanted = `?redirect=${encodeURIComponent(`/request/${token}`)}`;
  for (let turn = 0; turn < 50 && location.search !== wanted; turn += 1) await desk.change(() => undefined);
  expect(location.pathname + location.search).toBe(`/temporary-unavailable${wanted}`);
});

test('a request that is gone is asked for once', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const desk = await open(problem('file_request.not_found'), { status: 404 });
  await expectHeading(desk, 'Request not found');
  await desk.change(() => void vi.advanceTimersByTime(120_000));
  expect(desk.calls.map(({ path }) => path)).toEqual([address]);
});

test('files that arrive are looked up now and then, and once all of them are through', async () => {
  const desk = await open(requestOf());
  await expectHeading(desk, 'Upload files for Mara');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const asked = desk.calls.length;
  const arrive = async (done: number, active: boolean): Promise<number> => {
    await desk.change(() => uploads.set({ ...noUploads, total: 40, done, active }));
    await desk.change(() => void vi.advanceTimersByTime(100));
    return desk.calls.length - asked;
  };
  for (let done = 1; done < 20; done += 1) expect(await arrive(done, true)).toBe(0);
  for (let done = 20; done < 40; done += 1) await arrive(done, true);
  expect(desk.calls.length - asked).toBe(1);
  expect(await arrive(40, false)).toBe(2);
  await desk.change(() => void vi.advanceTimersByTime(20_000));
  expect(desk.calls.length - asked).toBe(2);
});

test('the latest of thousands of files are drawn, and all of them on the receipt', async () => {
  const files = Array.from({ length: 250 }, (_none, index) => ({
    name: `${index}.jpg`,
    size: 1,
    sha256: 'b2'.repeat(32),
    at: '2026-11-22T10:00:00.000Z',
  }));
  const desk = await open(requestOf({}, true, files));
  await expectHeading(desk, 'Upload files for Mara');
  const rows = () => document.querySelectorAll('.file-request-receipt li').length;
  expect(rows()).toBe(200);
  expect(desk.text()).toContain('250 files');
  expect(desk.text()).toContain('Only the latest 200 are shown here.');
  expect(desk.text()).toContain('249.jpg');
  const done = requestOf({}, true, files);
  done.data.relationships.received.meta = { count: 12_000, size: 5_000_000 };
  desk.answer(`${address}/done`, done);
  await desk.press('Done');
  await expectHeading(desk, 'Thanks! Mara has your files.');
  expect(rows()).toBe(250);
  expect(desk.text()).toContain('12,000 files · 5');
  expect(desk.text()).toContain('Only the first 250 files are listed here.');
  expect(desk.text()).not.toContain('Only the latest');
});
