import { useEffect, useState } from 'react';
import type { SetupStep } from '#shared/paths/setup-paths.ts';

/** What was written and not saved yet, by steps: going back and forth loses none of it. */
const drafts = new Map<SetupStep, object>();

/** Forgets what was written in a step: it is saved. */
export const forgetDraft = (step: SetupStep): void => void drafts.delete(step);

/** What stands in the fields of a step. @param begin what stands there before anything is written */
export const useDraft = <Value extends object>(
  step: SetupStep,
  begin: () => Value,
): readonly [Value, (changed: Partial<Value>) => void] => {
  const [value, setValue] = useState(() => (drafts.get(step) as Value | undefined) ?? begin());
  const [isWritten, setWritten] = useState(false);
  useEffect(() => {
    if (isWritten) drafts.set(step, value);
  }, [isWritten, step, value]);
  const change = (changed: Partial<Value>): void => {
    setWritten(true);
    setValue((current) => ({ ...current, ...changed }));
  };
  return [value, change];
};
