import type { Language, TranslatedString } from '@holdall/contract/admin-languages';
import { Undo2 } from 'lucide-react';
import { useId } from 'react';
import { SaveStatus } from '#shared/autosave/save-status.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { FieldError } from '#shared/ui/field-error.tsx';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { Textarea } from '#shared/ui/textarea.tsx';
import { useTextField } from '../use-text-field.ts';

/** Most characters of a translation, as on the server. */
const most = 4000;

interface TextRowProps {
  readonly language: Language;
  readonly text: TranslatedString;
}

/** Shows one text: its key, the English text, and the translation, which saves itself. */
export const TextRow = ({ language, text }: TextRowProps) => {
  const t = useText();
  const id = useId();
  const { value, change, onBlur, state, fault, reset } = useTextField(language.id, text);
  return (
    <li className="text-row">
      <div className="text-row-source">
        <code dir="ltr">{text.key}</code>
        <p>
          <bdi lang="en" dir="ltr">
            {text.source}
          </bdi>
        </p>
      </div>
      <div className="text-row-translation">
        <Textarea
          rows={1}
          lang={language.id}
          dir={language.attributes.direction}
          aria-label={t('languages.translation_of', { key: text.key })}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? id : undefined}
          maxLength={most}
          placeholder={text.source}
          value={value}
          onChange={({ currentTarget }) => change(currentTarget.value)}
          onBlur={onBlur}
        />
        {fault && <FieldError id={id}>{fault}</FieldError>}
        {text.changed && text.shipped !== null && (
          <p className="muted">{t('languages.original', { text: text.shipped })}</p>
        )}
      </div>
      <div className="text-row-end">
        <SaveStatus state={state} />
        {text.changed && (
          <IconButton
            size="small"
            label={t('languages.reset_named', { key: text.key })}
            icon={<Undo2 className="icon-16" />}
            onClick={reset}
          />
        )}
      </div>
    </li>
  );
};
