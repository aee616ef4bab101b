import { useEffect, useRef, useState, type RefObject } from 'react';
import { ApiError } from '#shared/api/api-error.ts';
import { errorText } from '#shared/i18n/error-text.ts';
import { media } from '#shared/lib/use-media.ts';

/** Sentences about fields, by their names. */
export type Faults = Readonly<Record<string, string | undefined>>;
/** What stands in a field. */
export type Values = (name: string) => string;

interface Form {
  readonly form: RefObject<HTMLFormElement | null>;
  /** Sentences about the fields: what the page has found, else what the server said. */
  readonly faults: Faults;
  /** Why it failed, where that is no field's. */
  readonly problem: string | undefined;
  /** Reads the fields. @returns them, unless `find` finds something wrong with them */
  readonly read: (find: (values: Values) => Faults) => Values | undefined;
  /** Takes back what was said: somebody is mending it. */
  readonly forget: () => void;
}

interface FormOptions {
  /** Its first field has the focus at once: it is what somebody has asked for. */
  readonly autoFocus?: boolean;
}

/** A form of native fields; the first one that is wrong gets the focus. @param error of the last attempt */
export const useForm = (error: Error | null, { autoFocus = false }: FormOptions = {}): Form => {
  const form = useRef<HTMLFormElement>(null);
  const [found, setFound] = useState<Faults>({});
  const [attempts, setAttempts] = useState(0);
  const [forgotten, setForgotten] = useState<Error | null>(null);
  const said = error === forgotten ? null : error;
  const fields = said instanceof ApiError ? said.errors : {};
  const refused = Object.fromEntries(Object.entries(fields).map(([name, [first]]) => [name, first]));
  const isOfFields = Object.keys(refused).length > 0;
  useEffect(() => {
    if (autoFocus && matchMedia(media.autofocus).matches)
      form.current?.querySelector<HTMLInputElement>('input:not([hidden], [type="radio"])')?.focus();
  }, [autoFocus]);
  useEffect(() => {
    if (attempts > 0 || said) form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus();
  }, [attempts, said]);
  return {
    form,
    faults: { ...refused, ...found },
    problem: said && !isOfFields ? errorText(said) : undefined,
    read: (find) => {
      const data = form.current ? new FormData(form.current) : new FormData();
      const values: Values = (name) => {
        const value = data.get(name);
        return typeof value === 'string' ? value : '';
      };
      const faults = find(values);
      const wrong = Object.entries(faults).filter(([, fault]) => fault !== undefined);
      setFound(Object.fromEntries(wrong));
      setAttempts((count) => count + 1);
      return wrong.length === 0 ? values : undefined;
    },
    forget: () => {
      setFound({});
      setForgotten(error);
    },
  };
};
