import { useText } from '#shared/i18n/use-text.ts';
import { mailEncryptions, type MailDraft } from '#shared/mail/mail-form.ts';
import { CardRow } from '#shared/ui/card.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { TextInput, type TextInputProps } from '#shared/ui/text-input.tsx';
import { environmentLabels } from '../setting-labels.ts';

/** Text fields. */
type Written = 'mail_host' | 'mail_port' | 'mail_username' | 'mail_password' | 'mail_from';

/** Placeholder for the hidden password. */
const mask = '••••••••';

interface MailFieldsProps {
  readonly draft: MailDraft;
  readonly faults: Readonly<Partial<Record<keyof MailDraft, string>>>;
  readonly isLocked: boolean;
  /** Disables the fields while the form is tested or saved. */
  readonly isBusy: boolean;
  /** The server stores a password for these values, which stays unless another one is written. */
  readonly keepsPassword: boolean;
  /** The sender has a row of its own. */
  readonly withoutSender: boolean;
  readonly onChange: (changed: Partial<MailDraft>) => void;
}

/** Fields of a mail server. */
export const MailFields = ({
  draft,
  faults,
  isLocked,
  isBusy,
  keepsPassword,
  withoutSender,
  onChange,
}: MailFieldsProps) => {
  const t = useText();
  const kept = isLocked ? mask : t('environment.mail_password_kept');
  const written = (name: Written, maxLength: number, more: TextInputProps = {}) => (
    <CardRow {...environmentLabels(name)} error={faults[name]}>
      {(ids) => (
        <TextInput
          {...ids}
          {...more}
          value={draft[name]}
          disabled={isLocked}
          readOnly={isBusy}
          maxLength={maxLength}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ currentTarget: { value } }) => onChange({ [name]: value })}
        />
      )}
    </CardRow>
  );
  return (
    <>
      {written('mail_host', 253)}
      {written('mail_port', 5, { inputMode: 'numeric', className: 'numeric' })}
      <CardRow {...environmentLabels('mail_encryption')} error={faults.mail_encryption}>
        <Segmented
          label={t('environment.mail_encryption')}
          value={draft.mail_encryption}
          disabled={isLocked}
          segments={mailEncryptions.map((value) => ({ value, label: t(`environment.encryption.${value}`) }))}
          onChoose={(mail_encryption) => onChange({ mail_encryption })}
        />
      </CardRow>
      {written('mail_username', 320)}
      {written('mail_password', 500, {
        type: 'password',
        placeholder: keepsPassword ? kept : undefined,
      })}
      {!withoutSender && written('mail_from', 320)}
    </>
  );
};
