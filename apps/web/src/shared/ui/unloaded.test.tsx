import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { change, openPlace } from '#shared/testing/page.tsx';
import { UnloadedCard } from './unloaded.tsx';

beforeAll(withMessages);

const drawn = async (isError: boolean) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const refetch = vi.fn<() => void>();
  const { box, draw } = openPlace();
  await draw(<UnloadedCard height={240} {...{ isError, isFetching: false, refetch }} />);
  return { box, refetch, shape: () => box.querySelector<HTMLElement>('.skeleton')?.style };
};

test('a loading part keeps its room at once, and shows that it loads once that takes long', async () => {
  const { shape } = await drawn(false);
  expect(shape()).toMatchObject({ width: '0px', height: '240px' });
  await change(() => vi.advanceTimersByTime(149));
  expect(shape()?.width).toBe('0px');
  await change(() => vi.advanceTimersByTime(1));
  expect(shape()?.width).toBe('100%');
});

test('a part that did not load says so, and is tried again by a press', async () => {
  const { box, refetch, shape } = await drawn(true);
  expect(shape()).toBeUndefined();
  expect(box.querySelector('[role=alert] b')?.textContent).toBe('We couldn’t load this');
  await change(() => box.querySelector('button')?.click());
  expect(refetch).toHaveBeenCalledOnce();
});
