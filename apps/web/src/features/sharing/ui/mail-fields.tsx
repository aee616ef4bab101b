import { mailedAtOnce } from '@holdall/contract/link-limits';
import { useId } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { isEmail } from '#shared/lib/is-email.ts';
import { FieldError } from '#shared/ui/field-error.tsx';
import { ListEditor } from '#shared/ui/list-editor.tsx';
import type { Recipients } from '../use-recipients.ts';

interface MailFieldsProps {
  readonly to: Recipients;
  /** The server's errors. */
  readonly error: string | undefined;
}

/** Fields for the recipients of a link. */
export const MailFields = ({ to, error }: MailFieldsProps) => {
  const t = useText();
  const id = useId();
  const fault =
    to.fault === undefined
      ? error
      : t(`share.mail_${to.fault}`, to.fault === 'too_many' ? { count: mailedAtOnce } : {});
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
        entries={to.emails}
        placeholder={t('share.mail_example')}
        read={(written) => (isEmail(written.trim()) ? written.trim() : undefined)}
        onChange={to.change}
        onWritten={to.clearFault}
        onRefused={to.refuse}
      />
      {fault && <FieldError id={`${id}-error`}>{fault}</FieldError>}
    </div>
  );
};
