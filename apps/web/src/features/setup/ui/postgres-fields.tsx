import { useText } from '#shared/i18n/use-text.ts';
import type { Faults } from '#shared/lib/use-form.ts';
import { Select } from '#shared/ui/select.tsx';
import type { TextInputProps } from '#shared/ui/text-input.tsx';
import { TextRow } from '#shared/ui/text-row.tsx';
import { Textarea } from '#shared/ui/textarea.tsx';
import { isVerifying, tlsModes, type DatabaseDraft } from '../database.ts';
import { SetupField } from './field.tsx';

type Written = 'host' | 'port' | 'name' | 'username' | 'password';

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
  const written = (
    name: Written,
    more: Pick<TextInputProps, 'type' | 'placeholder' | 'inputMode' | 'className'> = {},
  ) => (
    <TextRow
      Row={SetupField}
      label={t(`setup.database.${name}`)}
      {...more}
      name={name}
      error={faults[name]}
      value={draft[name]}
      maxLength={500}
      onWrite={(value) => onChange({ [name]: value })}
    />
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
        {written('password', {
          type: 'password',
          placeholder: keptPassword ? t('setup.secret_kept') : undefined,
        })}
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
        <SetupField label={t('setup.database.ca')} help={t('setup.database.ca_hint')} error={faults['ca']}>
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
