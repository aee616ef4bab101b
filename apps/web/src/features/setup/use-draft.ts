import { useEffect, useState } from 'react';
import { setupSteps, type SetupStep } from '#shared/paths/setup-paths.ts';
import { keptHere } from './kept-here.ts';

/** What was written and not saved yet, by steps: going back and forth loses none of it. */
const drafts = new Map<SetupStep, object>();

/** Fields that no browser keeps: whoever comes back writes them again. */
const secrets: ReadonlySet<string> = new Set(['password', 'mail_password', 's3_secret_key']);

const storageName = (step: SetupStep): string => `draft:${step}`;

const keepDraft = (step: SetupStep, draft: object): void => {
  drafts.set(step, draft);
  const open = Object.fromEntries(Object.entries(draft).filter(([name]) => !secrets.has(name)));
  keptHere.write(storageName(step), JSON.stringify(open));
};

/** What was written before the page was closed, of fields that there are and that hold such values. */
const keptDraft = <Value extends object>(step: SetupStep, begin: Value): Value => {
  try {
    const kept = JSON.parse(keptHere.read(storageName(step)) ?? '{}') as object | null;
    const known = new Map(Object.entries(begin));
    const same = Object.entries(kept ?? {}).filter(
      ([name, value]) => typeof value === typeof known.get(name),
    );
    return { ...begin, ...Object.fromEntries(same) };
  } catch {
    return begin;
  }
};

/** Forgets what was written in a step: it is saved. */
export const forgetDraft = (step: SetupStep): void => {
  drafts.delete(step);
  keptHere.remove(storageName(step));
};

/** Forgets what was written in all steps: the installation is done. */
export const forgetDrafts = (): void => setupSteps.forEach(forgetDraft);

/** What stands in the fields of a step. @param begin what stands there before anything is written */
export const useDraft = <Value extends object>(
  step: SetupStep,
  begin: () => Value,
): readonly [Value, (changed: Partial<Value>) => void] => {
  const [value, setValue] = useState(
    () => (drafts.get(step) as Value | undefined) ?? keptDraft(step, begin()),
  );
  const [isWritten, setWritten] = useState(false);
  useEffect(() => {
    if (isWritten) keepDraft(step, value);
  }, [isWritten, step, value]);
  const change = (changed: Partial<Value>): void => {
    setWritten(true);
    setValue((current) => ({ ...current, ...changed }));
  };
  return [value, change];
};
