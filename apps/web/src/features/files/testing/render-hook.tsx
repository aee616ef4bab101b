import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';
import { change } from '#shared/testing/page.tsx';

/** The latest answer of a rendered hook. */
export interface Rendered<Answer> {
  readonly current: Answer;
}

/**
 * Renders a hook until the test ends. A call that changes its answer belongs into `change`.
 * @returns the answer of the hook, and a function that renders it with another input.
 */
export const renderHook = async <Input, Answer>(
  client: QueryClient,
  hook: (input: Input) => Answer,
  first: Input,
): Promise<{
  readonly result: Rendered<Answer>;
  readonly rerender: (input: Input) => Promise<void>;
}> => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const root = createRoot(document.createElement('div'));
  let answer: { readonly value: Answer } | undefined;
  const Probe = ({ input }: { readonly input: Input }) => {
    answer = { value: hook(input) };
    return null;
  };
  const rerender = (input: Input): Promise<void> =>
    change(() =>
      root.render(
        <QueryClientProvider client={client}>
          <Probe input={input} />
        </QueryClientProvider>,
      ),
    );
  onTestFinished(() => act(async () => root.unmount()));
  await rerender(first);
  return {
    rerender,
    result: {
      get current() {
        if (!answer) throw new Error('The hook was not rendered.');
        return answer.value;
      },
    },
  };
};
