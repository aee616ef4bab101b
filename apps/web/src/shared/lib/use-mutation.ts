import { useMutation as useTanstackMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';

/**
 * A mutation that is not started again while it is under way: a second press may come before the page has drawn that
 * the first is being answered. `reset` gives up what was asked, so that it can be asked anew.
 */
export const useMutation = <Answer, Asked = void, Before = unknown>(
  options: UseMutationOptions<Answer, Error, Asked, Before>,
) => {
  const mutation = useTanstackMutation<Answer, Error, Asked, Before>(options);
  const { mutateAsync, reset: forget } = mutation;
  const underWay = useRef<Promise<unknown>>(undefined);
  const mutate: typeof mutation.mutate = useCallback(
    (...asked) => {
      if (underWay.current) return;
      const attempt = mutateAsync(...asked);
      underWay.current = attempt;
      const settle = (): void => {
        if (underWay.current === attempt) underWay.current = undefined;
      };
      attempt.then(settle, settle);
    },
    [mutateAsync],
  );
  const reset = useCallback(() => {
    underWay.current = undefined;
    forget();
  }, [forget]);
  return { ...mutation, mutate, reset };
};
