import { act, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { listingStateOf } from './listing-states.ts';
import { useScrollMemory } from './use-scroll-memory.ts';
import { noEntry } from './use-tracked-entry.ts';

interface ScrolledProps {
  readonly historyKey: string;
  readonly width: number;
}

const Scrolled = ({ historyKey, width }: ScrolledProps) => {
  const scroller = useRef<HTMLDivElement>(null);
  useScrollMemory(scroller, { historyKey, width, active: noEntry });
  return <div ref={scroller} role="grid" />;
};

/** Renders a listing again. */
const opened = async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const box = document.createElement('div');
  const root = createRoot(box);
  onTestFinished(() => act(async () => root.unmount()));
  const show = (historyKey: string, width = 800): Promise<void> =>
    act(async () => root.render(<Scrolled {...{ historyKey, width }} />));
  await show('elsewhere', 0);
  const grid = box.querySelector('[role=grid]') ?? expect.fail('no grid');
  const scrollTo = (top: number): void => {
    grid.scrollTop = top;
    grid.dispatchEvent(new Event('scroll'));
  };
  return { grid, show, scrollTo };
};

test('a remounted listing returns to its stored scroll position once it is measured', async () => {
  const left = await opened();
  await left.show('here');
  left.scrollTo(480);
  const { grid, show } = await opened();
  await show('here', 0);
  expect(grid.scrollTop).toBe(0);
  await show('here');
  expect(grid.scrollTop).toBe(480);
});

test('another history entry of the same listing has a scroll position of its own', async () => {
  const { grid, show, scrollTo } = await opened();
  await show('one');
  scrollTo(480);
  await show('two');
  expect(grid.scrollTop).toBe(0);
  scrollTo(96);
  await show('one');
  expect(grid.scrollTop).toBe(480);
  expect([listingStateOf('one').scrollTop, listingStateOf('two').scrollTop]).toEqual([480, 96]);
});
