import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { callAsGuest } from '#shared/api/client.ts';
import { markAuthorized, markUnauthorized } from '#shared/session/session.ts';
import { useFollowedConfig } from './use-followed-config.ts';

const refreshConfig = vi.hoisted(() => vi.fn<() => Promise<void>>(async () => undefined));
vi.mock('../config-live.ts', () => ({ refreshConfig }));

beforeEach(() => {
  markUnauthorized();
  refreshConfig.mockClear();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
});

const drawn = async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const Probe = () => {
    useFollowedConfig();
    return null;
  };
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Probe />));
  return { leave: () => act(async () => root.unmount()) };
};

test('the settings are looked up on coming back and every few seconds, until the page is left', async () => {
  const { leave } = await drawn();
  dispatchEvent(new Event('focus'));
  expect(refreshConfig).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(10_000);
  expect(refreshConfig).toHaveBeenCalledTimes(3);
  await leave();
  vi.advanceTimersByTime(10_000);
  dispatchEvent(new Event('focus'));
  expect(refreshConfig).toHaveBeenCalledTimes(3);
});

test('a page that is signed in, or that nobody sees, asks nothing', async () => {
  const { leave } = await drawn();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  vi.advanceTimersByTime(10_000);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  markAuthorized();
  vi.advanceTimersByTime(10_000);
  expect(refreshConfig).not.toHaveBeenCalled();
  await leave();
});

// The last: this page is one of a guest's from here on.
test('a page of a link, which stays open for hours, looks them up on coming back alone', async () => {
  callAsGuest({ formOf: () => undefined, onRefusal: () => undefined });
  const { leave } = await drawn();
  vi.advanceTimersByTime(60_000);
  expect(refreshConfig).not.toHaveBeenCalled();
  dispatchEvent(new Event('focus'));
  expect(refreshConfig).toHaveBeenCalledTimes(1);
  await leave();
});
