import { adminEndpoints } from '@holdall/contract/admin.endpoints';
import type { TranslatedString } from '@holdall/contract/admin-languages';
import { useQueryClient } from '@tanstack/react-query';
import { useUnsavableText } from '#shared/autosave/kept-draft.ts';
import { useAutosave, type SavedField } from '#shared/autosave/use-autosave.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { administer } from '#shared/session/administer.ts';
import { setCachedText } from './languages.queries.ts';
import { missingPlaceholders } from './placeholder-fault.ts';

/** Milliseconds that typing pauses before a text is saved, since pages everywhere show saved texts. */
const pause = 800;

interface TextField extends Omit<SavedField<string>, 'error'> {
  readonly fault: string | undefined;
  /** Reverts the change. */
  readonly reset: () => void;
}

/** Returns a translation that saves itself; one that lacks a placeholder is not saved until it has it. */
export const useTextField = (language: string, text: TranslatedString): TextField => {
  const t = useText();
  const client = useQueryClient();
  const name = `text.${language}.${text.key}`;
  const { unsaved, keep, discard } = useUnsavableText(name);
  const save = async (value: string | null): Promise<void> => {
    const { data } = await administer(adminEndpoints.updateString, {
      params: { id: language },
      body: { key: text.key, value },
      keepalive: true,
    });
    setCachedText(client, language, data);
  };
  const { error, ...field } = useAutosave<string>({
    name,
    value: text.translation ?? '',
    save,
    delay: pause,
    // An emptied text is reverted.
    forced: true,
  });
  const missing = unsaved === undefined ? [] : missingPlaceholders(unsaved, text.placeholders);
  return {
    ...field,
    value: unsaved ?? field.value,
    change: (next) => {
      if (missingPlaceholders(next, text.placeholders).length > 0) {
        keep(next);
        // An earlier valid text that is still pending is discarded.
        field.change(text.translation ?? '');
      } else {
        discard();
        field.change(next);
      }
    },
    fault: missing.length > 0 ? t('languages.placeholders', { list: missing.join(' ') }) : error,
    reset: () => {
      discard();
      // A language that did not come with the application has no original text to return to.
      field.change(text.shipped ?? '');
    },
  };
};
