import { useEffect, useRef, useState, type RefObject } from 'react';
import { ApiError } from '#shared/api/api-error.ts';
import { media } from './use-media.ts';

/** Sentences about fields, by their names. */
export type Faults = Readonly<Record<string, string | undefined>>;
/** Returns the content of a field. */
export type Values = (name: string) => string;

/** Returns the contents of a form's fields. */
export const valuesIn = (form: HTMLFormElement | null): Values => {
  const data = form ? new FormData(form) : new FormData();
  return (name) => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
};

const shownIn = (form: HTMLFormElement | null): string[] =>
  Array.from(
    form?.querySelectorAll('[name]:not([hidden])') ?? [],
    (field) => field.getAttribute('name') ?? '',
  );

interface Form {
  readonly form: RefObject<HTMLFormElement | null>;
  /** Sentences about the fields: what the page has found, else what the server said. */
  readonly faults: Faults;
  /** The reason why it failed, where none of its fields tells that. */
  readonly left: Error | null;
  /**
   * Shows the faults that the page finds before it asks the server.
   *
   * @returns true if there are none
   */
  readonly check: (found: Faults) => boolean;
  /** Reads the fields. @returns them, unless `find` finds something wrong with them */
  readonly read: (find: (values: Values) => Faults) => Values | undefined;
  /** Removes the fault: somebody is correcting it. */
  readonly forget: () => void;
}

export interface FormOptions {
  /** Its first field has the focus at once: it is what somebody has asked for. */
  readonly autoFocus?: boolean;
}

const nothing: Faults = {};

/** A form of native fields; the first one that is wrong gets the focus. @param error of the last attempt */
export const useForm = (error: Error | null, { autoFocus = false }: FormOptions = {}): Form => {
  const form = useRef<HTMLFormElement>(null);
  const [found, setFound] = useState(nothing);
  const [shown, setShown] = useState<readonly string[]>([]);
  const [forgotten, setForgotten] = useState<Error | null>(null);
  const said = error === forgotten ? null : error;
  const fields = said instanceof ApiError ? said.errors : {};
  useEffect(() => {
    if (autoFocus && matchMedia(media.autofocus).matches)
      form.current?.querySelector<HTMLInputElement>('input:not([hidden], [type="radio"])')?.focus();
  }, [autoFocus]);
  useEffect(() => {
    if (found === nothing && !said) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    field?.focus();
    // A secret that was wrong is written anew; a choice has nothing to select.
    if (field instanceof HTMLInputElement && field.type !== 'email') field.select();
  }, [found, said]);
  const check = (faults: Faults): boolean => {
    setFound(faults);
    setShown(shownIn(form.current));
    return Object.values(faults).every((fault) => fault === undefined);
  };
  return {
    form,
    faults: {
      ...Object.fromEntries(Object.entries(fields).map(([name, [first]]) => [name, first])),
      ...Object.fromEntries(Object.entries(found).filter(([, fault]) => fault !== undefined)),
    },
    left: shown.some((name) => fields[name]) ? null : said,
    check,
    read: (find) => {
      const values = valuesIn(form.current);
      return check(find(values)) ? values : undefined;
    },
    forget: () => {
      setFound(nothing);
      setForgotten(error);
    },
  };
};
