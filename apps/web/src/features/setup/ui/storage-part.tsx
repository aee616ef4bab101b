import { useText } from '#shared/i18n/use-text.ts';
import type { Faults } from '#shared/lib/use-form.ts';
import { pathStyles, type StorageDraft } from '#shared/storage/storage-form.ts';
import { ChoiceCards } from '#shared/ui/choice-cards.tsx';
import { RegionField } from '#shared/ui/region-field.tsx';
import { Select } from '#shared/ui/select.tsx';
import { TextInput, type TextInputProps } from '#shared/ui/text-input.tsx';
import { SetupField } from './field.tsx';
import { SecretField } from './secret-field.tsx';

type Written = 'endpoint' | 'bucket' | 'access_key' | 'prefix';
const drivers = ['disk', 's3'] as const;

interface StoragePartProps {
  readonly draft: StorageDraft;
  readonly faults: Faults;
  readonly keptSecret: boolean;
  readonly onChange: (changed: Partial<StorageDraft>) => void;
}

/** Part of the form for the file storage. */
export const StoragePart = ({ draft, faults, keptSecret, onChange }: StoragePartProps) => {
  const t = useText();
  const written = (name: Written, hint?: string, more: TextInputProps = {}) => (
    <SetupField label={t(`environment.s3_${name}`)} hint={hint} error={faults[`storage.s3_${name}`]}>
      {(field) => (
        <TextInput
          {...field}
          {...more}
          name={`storage.s3_${name}`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={300}
          value={draft[`s3_${name}`]}
          onChange={({ currentTarget }) => onChange({ [`s3_${name}`]: currentTarget.value })}
        />
      )}
    </SetupField>
  );
  return (
    <>
      <ChoiceCards
        label={t('environment.storage')}
        value={draft.storage_driver}
        choices={drivers.map((value) => ({
          value,
          title: t(`environment.storage.${value}`),
          text: t(`environment.storage.${value}_help`),
        }))}
        onChoose={(storage_driver) => onChange({ storage_driver })}
      />
      {draft.storage_driver === 's3' && (
        <>
          <div className="setup-line">
            {written('endpoint', t('environment.s3_endpoint_help'), { inputMode: 'url' })}
            <SetupField
              label={t('environment.s3_region')}
              hint={t('environment.s3_region_help')}
              error={faults['storage.s3_region']}
            >
              {(field) => (
                <RegionField
                  {...field}
                  name="storage.s3_region"
                  value={draft.s3_region}
                  onChange={(s3_region) => onChange({ s3_region })}
                />
              )}
            </SetupField>
          </div>
          <div className="setup-line">
            {written('bucket', t('environment.s3_bucket_help'))}
            {written('prefix', t('environment.s3_prefix_help'))}
          </div>
          <div className="setup-line">
            {written('access_key')}
            <SecretField
              label={t('environment.s3_secret_key')}
              name="storage.s3_secret_key"
              value={draft.s3_secret_key}
              kept={keptSecret}
              error={faults['storage.s3_secret_key']}
              onWrite={(s3_secret_key) => onChange({ s3_secret_key })}
            />
          </div>
          <SetupField label={t('environment.s3_path_style')} error={faults['storage.s3_path_style']}>
            {(field) => (
              <Select
                {...field}
                name="storage.s3_path_style"
                value={draft.s3_path_style}
                options={pathStyles.map((value) => ({
                  value,
                  label: t(`environment.path_style.${value}`),
                }))}
                onChoose={(value) => onChange({ s3_path_style: value as StorageDraft['s3_path_style'] })}
              />
            )}
          </SetupField>
        </>
      )}
    </>
  );
};
