import { useText } from '#shared/i18n/use-text.ts';
import type { Faults } from '#shared/lib/use-form.ts';
import { mailDrivers, mailEncryptions, type MailDraft } from '#shared/mail/mail-form.ts';
import { ChoiceCards } from '#shared/ui/choice-cards.tsx';
import { Select } from '#shared/ui/select.tsx';
import { TextInput, type TextInputProps } from '#shared/ui/text-input.tsx';
import { SetupField } from './field.tsx';
import { SecretField } from './secret-field.tsx';

const labels = {
  host: 'environment.mail_host',
  port: 'environment.mail_port',
  username: 'environment.mail_username',
  from: 'environment.mail_from',
} as const;

interface MailPartProps {
  readonly draft: MailDraft;
  readonly faults: Faults;
  /** The server stores a password for these values. */
  readonly keptPassword: boolean;
  readonly onChange: (changed: Partial<MailDraft>) => void;
}

/** Part of the form for outgoing mail. */
export const MailPart = ({ draft, faults, keptPassword, onChange }: MailPartProps) => {
  const t = useText();
  const written = (name: keyof typeof labels, hint?: string, more: TextInputProps = {}) => (
    <SetupField label={t(labels[name])} hint={hint} error={faults[`mail.mail_${name}`]}>
      {(field) => (
        <TextInput
          {...field}
          {...more}
          name={`mail.mail_${name}`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={320}
          value={draft[`mail_${name}`]}
          onChange={({ currentTarget }) => onChange({ [`mail_${name}`]: currentTarget.value })}
        />
      )}
    </SetupField>
  );
  return (
    <>
      <ChoiceCards
        label={t('environment.mail')}
        value={draft.mail_driver}
        choices={mailDrivers.map((value) => ({
          value,
          title: t(`environment.mail.${value}`),
          text: t(`environment.mail.${value}_help`),
        }))}
        onChoose={(mail_driver) => onChange({ mail_driver })}
      />
      {draft.mail_driver === 'smtp' && (
        <>
          <div className="setup-line" data-shape="host">
            {written('host')}
            {written('port', undefined, { inputMode: 'numeric', className: 'numeric' })}
          </div>
          <div className="setup-line">
            {written('username')}
            <SecretField
              label={t('environment.mail_password')}
              name="mail.mail_password"
              value={draft.mail_password}
              kept={keptPassword}
              error={faults['mail.mail_password']}
              onWrite={(mail_password) => onChange({ mail_password })}
            />
          </div>
          <div className="setup-line">
            <SetupField label={t('environment.mail_encryption')} error={faults['mail.mail_encryption']}>
              {(field) => (
                <Select
                  {...field}
                  name="mail.mail_encryption"
                  value={draft.mail_encryption}
                  options={mailEncryptions.map((value) => ({
                    value,
                    label: t(`environment.encryption.${value}`),
                  }))}
                  onChoose={(value) => onChange({ mail_encryption: value as MailDraft['mail_encryption'] })}
                />
              )}
            </SetupField>
            {written('from', t('environment.mail_from_help'))}
          </div>
        </>
      )}
    </>
  );
};
