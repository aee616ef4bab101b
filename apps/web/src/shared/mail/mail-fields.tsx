import { environmentLabels } from '#shared/i18n/setting-labels.ts';
import { useText } from '#shared/i18n/use-text.ts';
import type { Faults } from '#shared/lib/use-form.ts';
import type { FieldRow } from '#shared/ui/card.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import type { TextInputProps } from '#shared/ui/text-input.tsx';
import { TextRow } from '#shared/ui/text-row.tsx';
import { mailEncryptions, type MailDraft } from './mail-form.ts';

/** Text fields. */
type Written = 'mail_host' | 'mail_port' | 'mail_username' | 'mail_password' | 'mail_from';

/** Placeholder for the hidden password. */
const mask = '••••••••';

interface MailFieldsProps {
  readonly Row: FieldRow;
  readonly draft: MailDraft;
  readonly faults: Faults;
  readonly isLocked?: boolean;
  /** Disables the fields while the form is tested or saved. */
  readonly isBusy?: boolean;
  /** The server stores a password for these values, which stays unless another one is written. */
  readonly keepsPassword: boolean;
  /** The sender has a row of its own. */
  readonly withoutSender?: boolean;
  readonly onChange: (changed: Partial<MailDraft>) => void;
}

/** Fields of a mail server. */
export const MailFields = ({
  Row,
  draft,
  faults,
  isLocked = false,
  isBusy = false,
  keepsPassword,
  withoutSender = false,
  onChange,
}: MailFieldsProps) => {
  const t = useText();
  const kept = isLocked ? mask : t('environment.mail_password_kept');
  const written = (
    name: Written,
    maxLength: number,
    more: Pick<TextInputProps, 'type' | 'placeholder' | 'inputMode' | 'className'> = {},
  ) => (
    <TextRow
      {...{ Row, maxLength }}
      {...environmentLabels(name)}
      {...more}
      name={`mail.${name}`}
      error={faults[name]}
      value={draft[name]}
      disabled={isLocked}
      readOnly={isBusy}
      onWrite={(value) => onChange({ [name]: value })}
    />
  );
  return (
    <>
      {written('mail_host', 253)}
      {written('mail_port', 5, { inputMode: 'numeric', className: 'numeric' })}
      <Row {...environmentLabels('mail_encryption')} error={faults['mail_encryption']}>
        <Segmented
          label={t('environment.mail_encryption')}
          value={draft.mail_encryption}
          disabled={isLocked}
          segments={mailEncryptions.map((value) => ({ value, label: t(`environment.encryption.${value}`) }))}
          onChoose={(mail_encryption) => onChange({ mail_encryption })}
        />
      </Row>
      {written('mail_username', 320)}
      {written('mail_password', 500, { type: 'password', placeholder: keepsPassword ? kept : undefined })}
      {!withoutSender && written('mail_from', 320)}
    </>
  );
};
