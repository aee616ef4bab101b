import { useText } from '#shared/i18n/use-text.ts';
import type { Faults } from '#shared/lib/use-form.ts';
import { Select } from '#shared/ui/select.tsx';
import { TextInput, type TextInputProps } from '#shared/ui/text-input.tsx';
import { Textarea } from '#shared/ui/textarea.tsx';
import { isVerifying, tlsModes, type DatabaseDraft } from '../database.ts';
import { SecretField } from './secret-field.tsx';
import { SetupField } from './field.tsx';

type Written = 'host' | 'port' | 'name' | 'username';

const labels = {
  disable: 'setup.database.tls.disable',
  require: 'setup.database.tls.require',
  'verify-ca': 'setup.database.tls.verify_ca',
  'verify-full': 'setup.database.tls.verify_full',
} as const;

interface PostgresFieldsProps {
  readonly draft: DatabaseDraft;
  readonly faults: Faults;
  readonly keptPassword: boolean;
  readonly onChange: (changed: Partial<DatabaseDraft>) => void;
}

/** Fields for the address and credentials of a PostgreSQL server. */
export const PostgresFields = ({ draft, faults, keptPassword, onChange }: PostgresFieldsProps) => {
  const t = useText();
  const written = (name: Written, more: TextInputProps = {}) => (
    <SetupField label={t(`setup.database.${name}`)} error={faults[name]}>
      {(field) => (
        <TextInput
          {...field}
          {...more}
          name={name}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={320}
          value={draft[name]}
          onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
        />
      )}
    </SetupField>
  );
  return (
    <>
      <div className="setup-line" data-shape="host">
        {written('host')}
        {written('port', { inputMode: 'numeric', className: 'numeric' })}
      </div>
      {written('name')}
      <div className="setup-line">
        {written('username')}
        <SecretField
          label={t('setup.database.password')}
          name="password"
          value={draft.password}
          kept={keptPassword}
          error={faults['password']}
          onWrite={(password) => onChange({ password })}
        />
      </div>
      <SetupField label={t('setup.database.tls')} error={faults['tls']}>
        {(field) => (
          <Select
            {...field}
            name="tls"
            value={draft.tls}
            options={tlsModes.map((value) => ({ value, label: t(labels[value]) }))}
            onChoose={(tls) => onChange({ tls: tls as DatabaseDraft['tls'] })}
          />
        )}
      </SetupField>
      {isVerifying(draft) && (
        <SetupField label={t('setup.database.ca')} hint={t('setup.database.ca_hint')} error={faults['ca']}>
          {(field) => (
            <Textarea
              {...field}
              name="ca"
              rows={4}
              spellCheck={false}
              placeholder="-----BEGIN CERTIFICATE-----"
              value={draft.ca}
              onChange={({ currentTarget }) => onChange({ ca: currentTarget.value })}
            />
          )}
        </SetupField>
      )}
    </>
  );
};
