import { mailedAtOnce } from '@holdall/contract/link-limits';
import { useId, useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { isEmail } from '#shared/lib/is-email.ts';
import { FieldError } from '#shared/ui/field-error.tsx';
import { ListEditor } from '#shared/ui/list-editor.tsx';

interface MailFieldsProps {
  readonly emails: readonly string[];
  /** What the server says against them. */
  readonly error: string | undefined;
  readonly onChange: (emails: readonly string[]) => void;
}

/** Whom a link is mailed to. */
export const MailFields = ({ emails, error, onChange }: MailFieldsProps) => {
  const t = useText();
  const id = useId();
  const [refused, setRefused] = useState(false);
  const tooMany = emails.length > mailedAtOnce;
  const fault = refused
    ? t('share.mail_wrong')
    : tooMany
      ? t('share.mail_too_many', { count: mailedAtOnce })
      : error;
  return (
    <div className="share-mail">
      <label id={`${id}-label`} htmlFor={id}>
        {t('share.mail_to')}
      </label>
      <ListEditor
        id={id}
        aria-labelledby={`${id}-label`}
        aria-describedby={fault ? `${id}-error` : undefined}
        aria-invalid={fault ? true : undefined}
        entries={emails}
        placeholder={t('share.mail_example')}
        read={(written) => (isEmail(written.trim()) ? written.trim() : undefined)}
        onChange={(next) => {
          setRefused(false);
          onChange(next);
        }}
        onRefused={() => setRefused(true)}
      />
      {fault && <FieldError id={`${id}-error`}>{fault}</FieldError>}
    </div>
  );
};
