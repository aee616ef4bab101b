import { useId } from 'react';
import { errorText } from '#shared/i18n/error-text.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { useForm } from '#shared/lib/use-form.ts';
import { FormProblem } from '#shared/ui/field-error.tsx';
import { FormFooter } from '#shared/ui/form-footer.tsx';
import { Popup } from '#shared/ui/popup.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { useAddLanguage } from '../languages.mutations.ts';

interface AddLanguagePopupProps {
  readonly onAdded: (language: { readonly id: string; readonly name: string }) => void;
  readonly onClose: () => void;
}

/** Adds a language by its tag. */
export const AddLanguagePopup = ({ onAdded, onClose }: AddLanguagePopupProps) => {
  const t = useText();
  const help = useId();
  const add = useAddLanguage();
  const { form, faults, left, read, forget } = useForm(add.error, { autoFocus: true });
  return (
    <Popup title={t('languages.add')} describedBy={help} onClose={add.isPending ? undefined : onClose}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const values = read(() => ({}));
          if (values)
            add.mutate(values('locale').trim(), {
              onSuccess: ({ id, attributes }) => onAdded({ id, name: attributes.name }),
            });
        }}
      >
        <div className="popup-content form-fields" onChange={forget}>
          <p id={help}>{t('languages.add_help')}</p>
          <TextField
            label={t('languages.add_locale')}
            name="locale"
            size="large"
            maxLength={35}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            error={faults['locale']}
          />
          {left && <FormProblem>{errorText(left)}</FormProblem>}
        </div>
        <FormFooter action={t('languages.add')} busy={add.isPending} onClose={onClose} />
      </form>
    </Popup>
  );
};
