import { appEndpoints } from '@holdall/contract/app.endpoints';
import { QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openDesk, problem } from '#features/auth/testing/auth-desk.tsx';
import { shareOf } from '#features/guest/testing/shares.ts';
import { linkRefusal, shareKey } from '#features/guest/visit.ts';
import { call } from '#shared/api/client.ts';
import { permission } from '#shared/session/permission.ts';
import { markAuthorized, session } from '#shared/session/session.ts';
import { eventually } from '#shared/testing/eventually.ts';
import { queryClient } from '../query-client.ts';
import { loadShare } from './share.route.tsx';

const token = 'AbCdEfGhIjKlMnOpQrStUv';
const link = `/api/browse/share/${token}`;
const at = () => location.pathname + location.search;
const heading = () => document.querySelector('h1')?.textContent;

beforeEach(() => {
  queryClient.clear();
  linkRefusal.set(undefined);
  permission.set('master');
});

type Desk = Awaited<ReturnType<typeof openDesk>>;

/** Opens the page of the link at an address, and lets it process the answers. */
const open = async (path: string, answer: object, init?: ResponseInit): Promise<Desk> => {
  const desk = await openDesk(path);
  desk.answer(link, answer, init);
  const Page = await loadShare();
  await desk.draw(
    <QueryClientProvider client={queryClient}>
      <Page />
    </QueryClientProvider>,
  );
  return desk;
};
const expectHeading = async (desk: Desk, title: string): Promise<void> => {
  for (let turn = 0; turn < 50 && heading() !== title; turn += 1) await desk.change(() => undefined);
  expect(heading()).toBe(title);
};
const expectAt = async (desk: Desk, path: string): Promise<void> => {
  for (let turn = 0; turn < 50 && at() !== path; turn += 1) await desk.change(() => undefined);
  expect(at()).toBe(path);
};

test.each(['share.not_found', 'share.expired'])('a link that is over says so: %s', async (code) => {
  const desk = await open(`/share/${token}/files/x`, problem(code), { status: 404 });
  await expectHeading(desk, 'Link not found');
  expect(desk.text()).toContain('This link no longer works. It may have expired or been turned off.');
  expect(at()).toBe(`/share/${token}/files/x`);
});

test('a link whose owner cannot be reached leads to where that is said, and nobody is signed out', async () => {
  markAuthorized();
  const desk = await open(`/share/${token}/files`, problem('share.unavailable'), { status: 403 });
  await expectAt(desk, `/temporary-unavailable?redirect=${encodeURIComponent(`/share/${token}/files`)}`);
  expect(session.get().authorized).toBe(true);
});

test('a locked one asks for its password, and goes on to where one was going', async () => {
  const locked = problem('share.locked', { shared: 'folder' });
  const target = `/share/${token}/files/0190a0a0-0000-7000-8000-000000000002?sort=name`;
  const desk = await open(target, locked, { status: 401 });
  await expectHeading(desk, 'A protected folder');
  expect(at()).toBe(`/share/${token}/authenticate?redirect=${encodeURIComponent(target)}`);

  await desk.submit();
  expect(desk.text()).toContain('Enter the password.');
  desk.answer(`/api/browse/authenticate/${token}`, problem('share.wrong_password'), { status: 401 });
  await desk.type('Password', 'wrong');
  await desk.submit();
  expect(desk.text()).toContain('That password didn’t match. Please try again.');
  expect(desk.field('Password').getAttribute('aria-invalid')).toBe('true');

  desk.answer(`/api/browse/authenticate/${token}`, { data: { type: 'folder' } });
  desk.answer(link, { data: shareOf({ permission: 'editor' }) });
  await desk.type('Password', 'right');
  await desk.submit();
  await expectAt(desk, target);
  expect(permission.get()).toBe('editor');
});

test('a guest who has tried too often waits', async () => {
  const locked = problem('share.locked', { shared: 'file' });
  const desk = await open(`/share/${token}`, locked, { status: 401 });
  await expectHeading(desk, 'A protected file');
  desk.answer(`/api/browse/authenticate/${token}`, problem('limit.too_many'), {
    status: 429,
    headers: { 'retry-after': '90' },
  });
  await desk.type('Password', 'wrong');
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  await desk.submit();
  expect(desk.text()).toContain('You can try again in 1:30');
  expect(document.querySelector<HTMLButtonElement>('button[type=submit]')?.disabled).toBe(true);
});

test.each([
  `https://evil.example/share/${token}`,
  `//evil.example`,
  `/share/another/files`,
  `/platform/files`,
  `/share/${token}/../../platform/files`,
])('nothing leads away from the link: %s', async (redirect) => {
  const address = `/share/${token}/authenticate?redirect=${encodeURIComponent(redirect)}`;
  const desk = await open(address, { data: shareOf() });
  await expectAt(desk, `/share/${token}/files`);
  expect(location.host).toBe('localhost:3000');
});

test('a call that is refused later on has the page look again', async () => {
  const desk = await open(`/share/${token}`, { data: shareOf() });
  await expectAt(desk, `/share/${token}/files`);
  expect(permission.get()).toBe('visitor');
  desk.answer(link, problem('share.not_found'), { status: 404 });
  await desk.change(() => void queryClient.invalidateQueries());
  await expectHeading(desk, 'Link not found');
});

test('a page that the link does not have is not found', async () => {
  const desk = await open(`/share/${token}/elsewhere`, { data: shareOf() });
  await expectHeading(desk, 'This page doesn’t exist');
  expect(at()).toBe(`/share/${token}/elsewhere`);
});

test('a link whose owner may not share at the moment leads away while it is looked at', async () => {
  const desk = await open(`/share/${token}`, { data: shareOf() });
  await expectAt(desk, `/share/${token}/files`);
  desk.answer(link, problem('share.unavailable'), { status: 403 });
  await desk.change(() => void queryClient.invalidateQueries());
  const away = `/temporary-unavailable?redirect=${encodeURIComponent(`/share/${token}/files`)}`;
  await expectAt(desk, away);
  expect(linkRefusal.get()?.code).toBe('share.unavailable');
});

test('a refusal that comes late does not lock what has been unlocked', async () => {
  const desk = await open(`/share/${token}`, { data: shareOf() });
  await expectAt(desk, `/share/${token}/files`);
  const listing = `/api/browse/folders/x/${token}`;
  desk.answer(listing, problem('share.locked', { shared: 'folder' }), { status: 401 });
  await desk.change(
    () => void call(appEndpoints.browseFolder, { params: { id: 'x' } }).catch(() => undefined),
  );
  await expectAt(desk, `/share/${token}/files`);
  await eventually(() => expect(linkRefusal.get()).toBeUndefined());
  expect(desk.calls.filter(({ path }) => path === link)).toHaveLength(2);
  expect(heading()).not.toBe('A protected folder');
});

test('the page says at its own address that the server is away, and goes on by itself', async () => {
  queryClient.setQueryDefaults(shareKey, { retry: false });
  const desk = await open(`/share/${token}/files`, problem('server.unavailable'), { status: 503 });
  await expectHeading(desk, 'We’ll be right back');
  expect(at()).toBe(`/share/${token}/files`);
  desk.answer(link, { data: shareOf() });
  await desk.press('Try now');
  await expectHeading(desk, 'Harbour House');
  expect(permission.get()).toBe('visitor');
});

test('a link that is slow to come is drawn as one that is loading', async () => {
  const desk = await openDesk(`/share/${token}`);
  const answer = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => answer.promise);
  const Page = await loadShare();
  await desk.draw(
    <QueryClientProvider client={queryClient}>
      <Page />
    </QueryClientProvider>,
  );
  expect(document.querySelector('[aria-busy="true"]')).not.toBeNull();
  answer.resolve(Response.json({ data: shareOf() }));
  await expectAt(desk, `/share/${token}/files`);
});
