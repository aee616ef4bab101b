import { useRef } from 'react';
import type { UseMutationResult } from '@tanstack/react-query';

interface Attempt<Answer> {
  readonly onSuccess?: (answer: Answer) => void;
}

/**
 * Starts a mutation, unless it is under way: a second press may come before the page has drawn that the first is
 * being answered.
 */
export const useOneAtATime = <Answer, Failure, Asked>({
  mutate,
}: Pick<UseMutationResult<Answer, Failure, Asked>, 'mutate'>) => {
  const isUnderWay = useRef(false);
  return (asked: Asked, { onSuccess }: Attempt<Answer> = {}): void => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    mutate(asked, {
      onSuccess: (answer) => onSuccess?.(answer),
      onSettled: () => {
        isUnderWay.current = false;
      },
    });
  };
};
