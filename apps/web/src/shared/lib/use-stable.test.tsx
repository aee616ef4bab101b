import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { useStable } from './use-stable.ts';

const Asking = ({ id, asked }: { readonly id: string; readonly asked: Set<string> }) => {
  if (useStable(id, 150)) asked.add(id);
  return null;
};

test('the first and the last of values that follow each other quickly count', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const root = createRoot(document.createElement('div'));
  onTestFinished(async () => {
    vi.useRealTimers();
    await act(async () => root.unmount());
  });
  const asked = new Set<string>();
  const show = (id: string): Promise<void> => act(async () => root.render(<Asking {...{ id, asked }} />));
  const wait = (milliseconds: number): Promise<unknown> =>
    act(() => vi.advanceTimersByTimeAsync(milliseconds));

  await show('opened');
  expect([...asked]).toEqual(['opened']);
  // The value that the page opens with has not changed.
  await wait(33);
  for (const id of ['first', 'second', 'third', 'last']) {
    await show(id);
    await wait(33);
  }
  expect([...asked]).toEqual(['opened', 'first']);
  await wait(150);
  expect([...asked]).toEqual(['opened', 'first', 'last']);
});
