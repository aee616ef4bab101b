import { useText } from '#shared/i18n/use-text.ts';
import { pathStyles, type StorageDraft } from '#shared/storage/storage-form.ts';
import { CardRow } from '#shared/ui/card.tsx';
import { RegionField } from '#shared/ui/region-field.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { environmentLabels } from '../setting-labels.ts';

/** Placeholder for the hidden secret key. */
const mask = '••••••••';

/** Text fields. */
type Written = 's3_endpoint' | 's3_bucket' | 's3_access_key' | 's3_secret_key' | 's3_prefix';

interface StorageFieldsProps {
  readonly draft: StorageDraft;
  readonly faults: Readonly<Partial<Record<keyof StorageDraft, string>>>;
  readonly isDisabled: (name: keyof StorageDraft) => boolean;
  /** Disables the fields while the form is tested or saved. */
  readonly isBusy: boolean;
  /** The server stores a secret key. */
  readonly hasSecret: boolean;
  readonly onChange: (changed: Partial<StorageDraft>) => void;
}

/** Fields of object storage. */
export const StorageFields = ({
  draft,
  faults,
  isDisabled,
  isBusy,
  hasSecret,
  onChange,
}: StorageFieldsProps) => {
  const t = useText();
  const written = (name: Written, maxLength: number) => (
    <CardRow {...environmentLabels(name)} error={faults[name]}>
      {(ids) => (
        <TextInput
          {...ids}
          {...(name === 's3_secret_key' && {
            type: 'password',
            placeholder: hasSecret
              ? isDisabled(name)
                ? mask
                : t('environment.s3_secret_key_kept')
              : undefined,
          })}
          value={draft[name]}
          disabled={isDisabled(name)}
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
      {written('s3_endpoint', 300)}
      <CardRow {...environmentLabels('s3_region')} error={faults.s3_region}>
        {(ids) => (
          <RegionField
            {...ids}
            value={draft.s3_region}
            disabled={isDisabled('s3_region')}
            onChange={(region) => onChange({ s3_region: region })}
          />
        )}
      </CardRow>
      {written('s3_bucket', 63)}
      {written('s3_access_key', 300)}
      {written('s3_secret_key', 300)}
      <CardRow {...environmentLabels('s3_path_style')} error={faults.s3_path_style}>
        <Segmented
          label={t('environment.s3_path_style')}
          value={draft.s3_path_style}
          disabled={isDisabled('s3_path_style')}
          segments={pathStyles.map((value) => ({ value, label: t(`environment.path_style.${value}`) }))}
          onChoose={(style) => onChange({ s3_path_style: style })}
        />
      </CardRow>
      {written('s3_prefix', 200)}
    </>
  );
};
