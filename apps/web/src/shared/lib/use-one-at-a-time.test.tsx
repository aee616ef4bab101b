import { act, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { useOneAtATime } from './use-one-at-a-time.ts';

test('a second press does nothing until the first is answered', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const asked: string[] = [];
  const answered: string[] = [];
  const settlers: (() => void)[] = [];
  const mutation: Parameters<typeof useOneAtATime<string, Error, string>>[0] = {
    mutate: (wish, options) => {
      asked.push(wish);
      const context = { client: undefined as never, meta: undefined };
      settlers.push(() => {
        options?.onSuccess?.(wish, wish, undefined, context);
        options?.onSettled?.(wish, null, wish, undefined, context);
      });
    },
  };
  type Start = ReturnType<typeof useOneAtATime<string, Error, string>>;
  let start: Start = () => undefined;
  const Probe = ({ onDrawn }: { readonly onDrawn: (drawn: Start) => void }) => {
    const drawn = useOneAtATime(mutation);
    useEffect(() => onDrawn(drawn));
    return null;
  };
  const root = createRoot(document.createElement('div'));
  onTestFinished(() => act(async () => root.unmount()));
  await act(async () => root.render(<Probe onDrawn={(drawn) => (start = drawn)} />));
  start('first');
  start('second', { onSuccess: (answer) => answered.push(answer) });
  expect(asked).toEqual(['first']);
  settlers[0]?.();
  start('third', { onSuccess: (answer) => answered.push(answer) });
  settlers[1]?.();
  expect(asked).toEqual(['first', 'third']);
  expect(answered).toEqual(['third']);
});
