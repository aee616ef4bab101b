import type { TranslatedString } from '@holdall/contract/admin-languages';
import { useQueryClient } from '@tanstack/react-query';
import { useUnsavableText } from '#shared/autosave/kept-draft.ts';
import { useAutosave, type SavedField } from '#shared/autosave/use-autosave.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { administer } from '#shared/session/administer.ts';
import { keepText } from './languages.queries.ts';
import { missingPlaceholders } from './placeholder-fault.ts';

/** Milliseconds that writing pauses before it is saved: pages everywhere show what is saved. */
const pause = 800;

interface TextField extends Omit<SavedField<string>, 'error'> {
  readonly fault: string | undefined;
  /** Takes the change back. */
  readonly reset: () => void;
}

/** A translation that saves itself; one that lacks a placeholder waits until it has it. */
export const useTextField = (language: string, text: TranslatedString): TextField => {
  const t = useText();
  const client = useQueryClient();
  const name = `text.${language}.${text.key}`;
  const { held, hold, release } = useUnsavableText(name);
  const save = async (value: string | null): Promise<void> => {
    const { data } = await administer('updateString', {
      params: { id: language },
      body: { key: text.key, value },
      keepalive: true,
    });
    keepText(client, language, data);
  };
  const { error, ...field } = useAutosave<string>({
    name,
    value: text.translation ?? '',
    save,
    delay: pause,
    // An emptied text is taken back.
    forced: true,
  });
  const missing = held === undefined ? [] : missingPlaceholders(held, text.placeholders);
  return {
    ...field,
    value: held ?? field.value,
    change: (next) => {
      if (missingPlaceholders(next, text.placeholders).length > 0) {
        hold(next);
        // What was right on the way is not meant any more.
        field.change(text.translation ?? '');
      } else {
        release();
        field.change(next);
      }
    },
    fault: missing.length > 0 ? t('languages.placeholders', { list: missing.join(' ') }) : error,
    reset: () => {
      release();
      // Nothing is what there was of a language that did not come with the application.
      field.change(text.shipped ?? '');
    },
  };
};
