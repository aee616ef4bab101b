import { act, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { useVisibleRows } from './use-visible-rows.ts';

interface RowsProps {
  readonly drawn: string[];
  readonly rowHeight: number;
}

const Rows = ({ drawn, rowHeight }: RowsProps) => {
  const scroller = useRef<HTMLDivElement>(null);
  const { first, last } = useVisibleRows(scroller, (scrollTop) => {
    const top = Math.floor(scrollTop / rowHeight);
    return { first: top, last: top + 9 };
  });
  drawn.push(`${first}–${last}`);
  return (
    <div ref={scroller} role="grid">
      {first}
    </div>
  );
};

const rendered = async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const box = document.createElement('div');
  const root = createRoot(box);
  onTestFinished(async () => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
    await act(async () => root.unmount());
  });
  const drawn: string[] = [];
  const render = (rowHeight: number): Promise<void> =>
    act(async () => root.render(<Rows {...{ drawn, rowHeight }} />));
  await render(48);
  // Deferred rendering happens after the listener has returned.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  const grid = box.querySelector('[role=grid]') ?? expect.fail('no grid');
  const scrollTo = (top: number): void => {
    grid.scrollTop = top;
    grid.dispatchEvent(new Event('scroll'));
  };
  const changeHeight = async (rowHeight: number): Promise<void> => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
    await render(rowHeight);
  };
  return { grid, drawn, scrollTo, changeHeight };
};

test('rows that scroll into view are drawn in the frame that scrolls', async () => {
  const { grid, drawn, scrollTo } = await rendered();
  scrollTo(480);
  expect(grid.textContent).toBe('10');
  expect(drawn).toEqual(['0–9', '10–19']);
  scrollTo(0);
  expect(grid.textContent).toBe('0');
});

test('scrolling within the drawn rows draws nothing', async () => {
  const { drawn, scrollTo } = await rendered();
  for (const top of [11, 22, 33, 44]) scrollTo(top);
  expect(drawn).toEqual(['0–9']);
  scrollTo(55);
  expect(drawn).toEqual(['0–9', '1–10']);
});

test('rows of another height are drawn for the current position, although none was drawn on the way there', async () => {
  const { drawn, scrollTo, changeHeight } = await rendered();
  scrollTo(47);
  expect(drawn).toEqual(['0–9']);
  await changeHeight(10);
  expect(drawn.at(-1)).toBe('4–13');
});
