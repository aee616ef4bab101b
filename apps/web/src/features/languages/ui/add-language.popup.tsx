import { useId, useState } from 'react';
import { errorText } from '#shared/i18n/error-text.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { useForm } from '#shared/lib/use-form.ts';
import { FieldError, FormProblem } from '#shared/ui/field-error.tsx';
import { FormFooter } from '#shared/ui/form-footer.tsx';
import { Popup } from '#shared/ui/popup.tsx';
import { SearchSelect } from '#shared/ui/search-select.tsx';
import { languageOptions } from '../language-options.ts';
import { useAddLanguage } from '../languages.mutations.ts';

interface AddLanguagePopupProps {
  /** Tags of the existing languages. */
  readonly known: readonly string[];
  readonly onAdded: (language: { readonly id: string; readonly name: string }) => void;
  readonly onClose: () => void;
}

/** Adds a language by its name. */
export const AddLanguagePopup = ({ known, onAdded, onClose }: AddLanguagePopupProps) => {
  const t = useText();
  const id = useId();
  const add = useAddLanguage();
  const [options] = useState(() => languageOptions(known));
  const [locale, setLocale] = useState('');
  const { form, faults, left, check, forget } = useForm(add.error, { autoFocus: true });
  const fault = faults['locale'];
  return (
    <Popup
      title={t('languages.add')}
      describedBy={`${id}-help`}
      onClose={add.isPending ? undefined : onClose}
    >
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (check({ locale: locale === '' ? t('languages.add_missing') : undefined }))
            add.mutate(locale, {
              onSuccess: ({ id: added, attributes }) => onAdded({ id: added, name: attributes.name }),
            });
        }}
      >
        <div className="popup-content form-fields">
          <p id={`${id}-help`}>{t('languages.add_help')}</p>
          <div className="text-field">
            <label id={`${id}-label`} htmlFor={id}>
              {t('languages.add_locale')}
            </label>
            <SearchSelect
              id={id}
              name="locale"
              aria-labelledby={`${id}-label`}
              aria-describedby={fault ? `${id}-error` : undefined}
              aria-invalid={fault ? true : undefined}
              options={options}
              value={locale}
              placeholder={t('languages.add_search')}
              onChoose={(tag) => {
                setLocale(tag);
                forget();
              }}
            />
            {fault && <FieldError id={`${id}-error`}>{fault}</FieldError>}
          </div>
          {left && <FormProblem>{errorText(left)}</FormProblem>}
        </div>
        <FormFooter action={t('languages.add')} busy={add.isPending} onClose={onClose} />
      </form>
    </Popup>
  );
};
