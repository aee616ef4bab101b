import { act, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { useViewport } from './use-viewport.ts';

const Scrolled = ({ seen }: { readonly seen: number[] }) => {
  const scroller = useRef<HTMLDivElement>(null);
  seen.push(useViewport(scroller, 600).height);
  return <div ref={scroller} />;
};

test('the first drawing fits the guessed height', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const root = createRoot(document.createElement('div'));
  onTestFinished(() => act(async () => root.unmount()));
  const seen: number[] = [];
  await act(async () => root.render(<Scrolled seen={seen} />));
  expect([seen[0], seen.at(-1)]).toEqual([600, 0]);
});
