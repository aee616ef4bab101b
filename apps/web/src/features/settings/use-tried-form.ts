import type { GroupSettings } from '@holdall/contract/admin-settings';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useKeptDraft } from '#shared/autosave/kept-draft.ts';
import { errorText } from '#shared/i18n/error-text.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { keepSettings } from './settings.queries.ts';
import type { TabSettings } from './use-setting.ts';

/** Sentences about fields, by their names. */
type Faults<Draft> = Readonly<Partial<Record<keyof Draft, string>>>;

interface TriedFormOptions<Draft, Body> {
  /** Names it among all forms. */
  readonly name: string;
  /** What the server has. */
  readonly saved: Draft;
  /** What is sent of it. */
  readonly sent: (draft: Draft) => Body;
  /** What is wrong with it before it is sent. */
  readonly check: (draft: Draft) => Faults<Draft>;
  /** What the server says of its fields. */
  readonly faultsOf: (error: unknown) => Faults<Draft>;
  /** Why it failed, where no field tells that. */
  readonly problemOf?: (error: unknown) => string;
  /** Tries it. @returns what has come of it, in words */
  readonly test: (body: Body) => Promise<string>;
  readonly save: (body: Body) => Promise<GroupSettings>;
  /** Says that it is saved. */
  readonly savedText: () => string;
}

export interface TriedForm<Draft> {
  readonly draft: Draft;
  /** Whether it is something else than what is saved. */
  readonly isChanged: boolean;
  readonly isTesting: boolean;
  readonly isSaving: boolean;
  /** What is wrong with a field. */
  readonly faults: Faults<Draft>;
  /** Another one with every attempt that came to nothing. */
  readonly refusal: object | null;
  /** Why it failed, where no field tells that. */
  readonly problem: string | undefined;
  /** What has come out well. */
  readonly done: string | undefined;
  /** Not while it is being tried or saved. */
  readonly change: (changed: Partial<Draft>) => void;
  readonly discard: () => void;
  readonly test: () => void;
  readonly save: () => void;
}

/** Settings that are saved all together after the server has tried them, since half a change would lead nowhere. */
export const useTriedForm = <Draft extends object, Body>(
  { group }: TabSettings,
  options: TriedFormOptions<Draft, Body>,
): TriedForm<Draft> => {
  const { saved, sent, problemOf = errorText } = options;
  const client = useQueryClient();
  const isOther = (some: Draft): boolean => JSON.stringify(sent(some)) !== JSON.stringify(sent(saved));
  const kept = useKeptDraft(`${group}.${options.name}`, saved, isOther);
  const { draft } = kept;
  const [found, setFound] = useState<Faults<Draft>>();
  const [done, setDone] = useState<string>();
  const body = sent(draft);
  const test = useMutation({ mutationFn: () => options.test(body), onSuccess: (said) => setDone(said) });
  const save = useMutation({
    mutationFn: () => options.save(body),
    onSuccess: (answer) => {
      keepSettings(client, group, answer);
      kept.discard();
      setDone(options.savedText());
    },
  });
  const error = save.error ?? test.error;
  const said = options.faultsOf(error);
  const isBusy = save.isPending || test.isPending;

  const forget = (): void => {
    setFound(undefined);
    setDone(undefined);
    test.reset();
    save.reset();
  };
  /** Goes on unless the page itself finds something wrong. */
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
    faults: { ...said, ...found },
    refusal: found ?? error,
    problem: error && !Object.keys(said).some((name) => name in draft) ? problemOf(error) : undefined,
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
