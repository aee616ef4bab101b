import type { GroupSettings } from '@holdall/contract/admin-settings';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useKeptDraft } from '#shared/autosave/kept-draft.ts';
import { errorText } from '#shared/i18n/error-text.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { setCachedSettings } from './settings.queries.ts';
import type { TabSettings } from './use-setting.ts';

/** Messages by the names of their fields. */
type Faults<Draft> = Readonly<Partial<Record<keyof Draft, string>>>;

interface TestedFormOptions<Draft, Body> {
  /** Unique name of the form. */
  readonly name: string;
  /** The saved values. */
  readonly saved: Draft;
  /** Returns the request body. */
  readonly sent: (draft: Draft) => Body;
  /** Returns the errors before it is sent. */
  readonly check: (draft: Draft) => Faults<Draft>;
  /** Returns the server's errors by field. */
  readonly faultsOf: (error: unknown) => Faults<Draft>;
  /** Returns the message of a failure without a faulty field. */
  readonly problemOf?: (error: unknown) => string;
  /** Tests the values. @returns a message about the result */
  readonly test: (body: Body) => Promise<string>;
  readonly save: (body: Body) => Promise<GroupSettings>;
  /** Message after a save. */
  readonly savedText: () => string;
}

export interface TestedForm<Draft> {
  readonly draft: Draft;
  /** The values differ from the saved ones. */
  readonly isChanged: boolean;
  readonly isTesting: boolean;
  readonly isSaving: boolean;
  /** Returns the error of a field. */
  readonly faults: Faults<Draft>;
  /** Changes with every failed attempt. */
  readonly refusal: object | null;
  /** Message of a failure without a faulty field. */
  readonly problem: string | undefined;
  /** Message of a success. */
  readonly done: string | undefined;
  /** Disabled while it is tested or saved. */
  readonly change: (changed: Partial<Draft>) => void;
  readonly discard: () => void;
  readonly test: () => void;
  readonly save: () => void;
}

/**
 * Returns a form of settings that are tested by the server and saved as a whole, since half a change would not work.
 */
export const useTestedForm = <Draft extends object, Body>(
  { group }: TabSettings,
  options: TestedFormOptions<Draft, Body>,
): TestedForm<Draft> => {
  const { saved, sent, problemOf = errorText } = options;
  const client = useQueryClient();
  const isOther = (some: Draft): boolean => JSON.stringify(sent(some)) !== JSON.stringify(sent(saved));
  const kept = useKeptDraft(`${group}.${options.name}`, saved, isOther);
  const { draft } = kept;
  const [found, setFound] = useState<Faults<Draft>>();
  const [done, setDone] = useState<string>();
  const body = sent(draft);
  const test = useMutation({ mutationFn: () => options.test(body), onSuccess: setDone });
  const save = useMutation({
    mutationFn: () => options.save(body),
    onSuccess: (answer) => {
      setCachedSettings(client, group, answer);
      kept.discard();
      setDone(options.savedText());
    },
  });
  const error = save.error ?? test.error;
  const serverFaults = options.faultsOf(error);
  const isBusy = save.isPending || test.isPending;

  const forget = (): void => {
    setFound(undefined);
    setDone(undefined);
    test.reset();
    save.reset();
  };
  /** Continues unless the page itself finds an error. */
  const attempt = (go: () => void): void => {
    if (isBusy) return;
    forget();
    const faults = options.check(draft);
    if (Object.keys(faults).length === 0) go();
    else setFound(faults);
  };

  return {
    draft,
    isChanged: isOther(draft),
    isTesting: test.isPending,
    isSaving: save.isPending,
    faults: { ...serverFaults, ...found },
    refusal: found ?? error,
    problem: error && !Object.keys(serverFaults).some((name) => name in draft) ? problemOf(error) : undefined,
    done,
    change: (fields) => {
      if (isBusy) return;
      forget();
      kept.change(fields);
    },
    discard: () => {
      if (isBusy) return;
      forget();
      kept.discard();
    },
    test: () => attempt(() => test.mutate()),
    save: () => attempt(() => save.mutate()),
  };
};
