import { environmentLabels } from '#shared/i18n/setting-labels.ts';
import { useText } from '#shared/i18n/use-text.ts';
import type { Faults } from '#shared/lib/use-form.ts';
import type { FieldRow } from '#shared/ui/card.tsx';
import { RegionField } from '#shared/ui/region-field.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import type { TextInputProps } from '#shared/ui/text-input.tsx';
import { TextRow } from '#shared/ui/text-row.tsx';
import { pathStyles, type StorageDraft } from './storage-form.ts';

/** Placeholder for the hidden secret key. */
const mask = '••••••••';

/** Text fields. */
type Written = 's3_endpoint' | 's3_bucket' | 's3_access_key' | 's3_secret_key' | 's3_prefix';

interface StorageFieldsProps {
  readonly Row: FieldRow;
  readonly draft: StorageDraft;
  readonly faults: Faults;
  readonly isDisabled?: (name: keyof StorageDraft) => boolean;
  /** Disables the fields while the form is tested or saved. */
  readonly isBusy?: boolean;
  /** The server stores a secret key. */
  readonly hasSecret: boolean;
  readonly onChange: (changed: Partial<StorageDraft>) => void;
}

/** Fields of object storage. */
export const StorageFields = ({
  Row,
  draft,
  faults,
  isDisabled = () => false,
  isBusy = false,
  hasSecret,
  onChange,
}: StorageFieldsProps) => {
  const t = useText();
  const kept = isDisabled('s3_secret_key') ? mask : t('environment.s3_secret_key_kept');
  const written = (
    name: Written,
    maxLength: number,
    more: Pick<TextInputProps, 'type' | 'placeholder' | 'inputMode'> = {},
  ) => (
    <TextRow
      {...{ Row, maxLength }}
      {...environmentLabels(name)}
      {...more}
      name={`storage.${name}`}
      error={faults[name]}
      value={draft[name]}
      disabled={isDisabled(name)}
      readOnly={isBusy}
      onWrite={(value) => onChange({ [name]: value })}
    />
  );
  return (
    <>
      {written('s3_endpoint', 300, { inputMode: 'url' })}
      <Row {...environmentLabels('s3_region')} error={faults['s3_region']}>
        {(field) => (
          <RegionField
            {...field}
            name="storage.s3_region"
            value={draft.s3_region}
            disabled={isDisabled('s3_region')}
            onChange={(s3_region) => onChange({ s3_region })}
          />
        )}
      </Row>
      {written('s3_bucket', 63)}
      {written('s3_prefix', 200)}
      {written('s3_access_key', 300)}
      {written('s3_secret_key', 300, { type: 'password', placeholder: hasSecret ? kept : undefined })}
      <Row {...environmentLabels('s3_path_style')} error={faults['s3_path_style']}>
        <Segmented
          label={t('environment.s3_path_style')}
          value={draft.s3_path_style}
          disabled={isDisabled('s3_path_style')}
          segments={pathStyles.map((value) => ({ value, label: t(`environment.path_style.${value}`) }))}
          onChoose={(s3_path_style) => onChange({ s3_path_style })}
        />
      </Row>
    </>
  );
};
