import { useEffect, useRef, useState, type RefObject } from 'react';
import { ApiError } from '#shared/api/api-error.ts';
import { isWaiting } from './refusal.ts';

/** The text in a field of a form. */
export const valueOf = (form: HTMLFormElement, name: string): string => {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value : '';
};

export type Faults = Readonly<Record<string, string | undefined>>;

interface FormFaults {
  readonly form: RefObject<HTMLFormElement | null>;
  /** Sentences about the fields: what the page has found, else what the server said. */
  readonly faults: Faults;
  /** Takes note of what the page finds before it asks. @returns whether that is nothing */
  readonly check: (found: Faults) => boolean;
  /** Takes back what was said: somebody is mending it. It waits where the server listens to nobody for a while. */
  readonly forget: () => void;
}

const nothing: Faults = {};

interface Attempt {
  readonly error: unknown;
  readonly reset: () => void;
}

/** What is wrong with the fields of a form; the first of them gets the focus. */
export const useFaults = ({ error: refusal, reset }: Attempt): FormFaults => {
  const form = useRef<HTMLFormElement>(null);
  const [found, setFound] = useState<Faults>(nothing);
  const said = refusal instanceof ApiError ? refusal.errors : {};
  useEffect(() => {
    if (found === nothing && !refusal) return;
    const field = form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]');
    field?.focus();
    // A secret that was wrong is written anew.
    if (field && field.type !== 'email') field.select();
  }, [found, refusal]);
  return {
    form,
    faults: { ...Object.fromEntries(Object.entries(said).map(([name, [first]]) => [name, first])), ...found },
    check: (faults) => {
      setFound(faults);
      return Object.values(faults).every((fault) => fault === undefined);
    },
    forget: () => {
      setFound(nothing);
      if (!isWaiting(refusal)) reset();
    },
  };
};
