import { useEffect, useState } from 'react';
import { setupSteps, type SetupStep } from '#shared/paths/setup-paths.ts';
import { wizardStorage } from './wizard-storage.ts';

/** Unsaved input by step, so that going back and forth loses none of it. */
const drafts = new Map<SetupStep, object>();

/** Fields that are never stored in the browser; they have to be typed again. */
const secrets: ReadonlySet<string> = new Set(['password', 'mail_password', 's3_secret_key']);

const storageName = (step: SetupStep): string => `draft:${step}`;

const saveDraft = (step: SetupStep, draft: object): void => {
  drafts.set(step, draft);
  const open = Object.fromEntries(Object.entries(draft).filter(([name]) => !secrets.has(name)));
  wizardStorage.write(storageName(step), JSON.stringify(open));
};

/** Returns the stored input of an earlier visit, limited to known fields with values of the right type. */
const keptDraft = <Value extends object>(step: SetupStep, begin: Value): Value => {
  try {
    const kept = JSON.parse(wizardStorage.read(storageName(step)) ?? '{}') as object | null;
    const known = new Map(Object.entries(begin));
    const same = Object.entries(kept ?? {}).filter(
      ([name, value]) => typeof value === typeof known.get(name),
    );
    return { ...begin, ...Object.fromEntries(same) };
  } catch {
    return begin;
  }
};

/** Deletes the input of a saved step. */
export const forgetDraft = (step: SetupStep): void => {
  drafts.delete(step);
  wizardStorage.remove(storageName(step));
};

/** Deletes the input of all steps after the installation. */
export const forgetDrafts = (): void => setupSteps.forEach(forgetDraft);

/** Returns the fields of a step. @param begin values before any input */
export const useDraft = <Value extends object>(
  step: SetupStep,
  begin: () => Value,
): readonly [Value, (changed: Partial<Value>) => void] => {
  const [value, setValue] = useState(
    () => (drafts.get(step) as Value | undefined) ?? keptDraft(step, begin()),
  );
  const [isWritten, setWritten] = useState(false);
  useEffect(() => {
    if (isWritten) saveDraft(step, value);
  }, [isWritten, step, value]);
  const change = (changed: Partial<Value>): void => {
    setWritten(true);
    setValue((current) => ({ ...current, ...changed }));
  };
  return [value, change];
};
