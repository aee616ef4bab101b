import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openDesk, problem } from '#features/auth/testing/auth-desk.tsx';
import { UnavailableScreen } from './unavailable.screen.tsx';

const token = 'AbCdEfGhIjKlMnOpQrStUv';
const link = `/share/${token}/files`;
const calls = { share: `/api/browse/share/${token}`, request: `/api/request/${token}` } as const;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
});

const open = async (back: string) => {
  const desk = await openDesk(`/temporary-unavailable?redirect=${encodeURIComponent(back)}`);
  await desk.draw(<UnavailableScreen />);
  /** Lets half a minute pass, time and again. */
  const wait = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) await desk.change(() => void vi.advanceTimersByTime(30_000));
  };
  return { ...desk, wait };
};

test.each([
  [link, calls.share, 'share.unavailable', 403],
  [link, calls.share, 'server.unavailable', 503],
  [`/request/${token}`, calls.request, 'share.unavailable', 403],
  ['/platform/files', '/api/config', 'server.unavailable', 503],
])('it tries again until %s is there: %s', async (...[back, path, code, status]) => {
  const desk = await open(back);
  // Without a server at all.
  await desk.wait(2);
  desk.answer(path, problem(code), { status });
  await desk.wait(2);
  expect(desk.calls.map((call) => call.path)).toEqual([path, path, path, path]);
  expect(location.pathname).toBe('/temporary-unavailable');
  desk.answer(path, {});
  await desk.wait(1);
  expect(location.pathname).toBe(back);
});

test('a page that is over meanwhile, or wants its password, has a page to say so', async () => {
  const desk = await open(link);
  desk.answer(calls.share, problem('share.locked'), { status: 401 });
  await desk.wait(1);
  expect(location.pathname).toBe(link);
});

test('an impatient visitor tries now; where it is not there yet nothing moves', async () => {
  const desk = await open(link);
  const heading = document.activeElement;
  expect(heading?.textContent).toBe('We’ll be right back');
  await desk.press('Try now');
  expect(location.pathname).toBe('/temporary-unavailable');
  expect(document.activeElement).toBe(heading);
  desk.answer(calls.share, {});
  await desk.press('Try now');
  expect(location.pathname).toBe(link);
});

test('nothing is asked for after the page is left', async () => {
  const desk = await open(link);
  await desk.draw(null);
  await desk.wait(2);
  expect(desk.calls).toEqual([]);
});
