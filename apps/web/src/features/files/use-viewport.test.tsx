import { act, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { useViewport } from './use-viewport.ts';

const Scrolled = ({ seen }: { readonly seen: number[] }) => {
  const scroller = useRef<HTMLDivElement>(null);
  const { scrollTop, height } = useViewport(scroller, 600);
  seen.push(height);
  return (
    <div ref={scroller} role="grid">
      {scrollTop}
    </div>
  );
};

test('what is scrolled is drawn in the frame that scrolls, and the first time for the height that was guessed', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const box = document.createElement('div');
  const root = createRoot(box);
  onTestFinished(() => act(async () => root.unmount()));
  const seen: number[] = [];
  await act(async () => root.render(<Scrolled seen={seen} />));
  expect([seen[0], seen.at(-1)]).toEqual([600, 0]);

  // Whatever is put off is drawn after the listener's end.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  const grid = box.querySelector('[role=grid]') ?? box;
  grid.scrollTop = 480;
  grid.dispatchEvent(new Event('scroll'));
  expect(grid.textContent).toBe('480');
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});
