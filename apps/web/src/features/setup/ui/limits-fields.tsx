import { blockedTypeOf, isBlockedType } from '@holdall/contract/patterns';
import { chunkSizeLimits } from '@holdall/contract/limits';
import { planChoices } from '#shared/i18n/setting-labels.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { BytesField } from '#shared/ui/bytes-field.tsx';
import { ChoiceCards } from '#shared/ui/choice-cards.tsx';
import { ListEditor } from '#shared/ui/list-editor.tsx';
import { planOf, type AppSize } from '../app.ts';
import { SetupField } from './field.tsx';
import type { AppFieldsProps } from './looks-fields.tsx';

const readType = (written: string): string | undefined => {
  const entry = blockedTypeOf(written);
  return isBlockedType(entry) ? entry : undefined;
};

interface BlockedTypesProps extends AppFieldsProps {
  /** Error of the typed file type; undefined where it is valid or empty. */
  readonly onRefused: (fault: string | undefined) => void;
}

const BlockedTypes = ({ draft, faults, onChange, onRefused }: BlockedTypesProps) => {
  const t = useText();
  return (
    <SetupField
      label={t('settings.blacklist')}
      help={t('settings.blacklist_help')}
      error={faults['mimetypes_blacklist']}
    >
      {(field) => (
        <ListEditor
          {...field}
          entries={draft.mimetypes_blacklist}
          placeholder={t('settings.blacklist_placeholder')}
          read={readType}
          onRefused={(entry) => onRefused(t('settings.blacklist_invalid', { entry }))}
          onWritten={() => onRefused(undefined)}
          onChange={(entries) => {
            onRefused(undefined);
            onChange({ mimetypes_blacklist: [...entries] });
          }}
        />
      )}
    </SetupField>
  );
};

interface LimitsFieldsProps extends BlockedTypesProps {
  /** Sets another size; undefined with an error where it is invalid. */
  readonly onSize: (name: AppSize, bytes: number | undefined, fault: string | undefined) => void;
}

/** Fields for the limits of storage and uploads. */
export const LimitsFields = ({ draft, faults, onChange, onSize, onRefused }: LimitsFieldsProps) => {
  const t = useText();
  const size = (name: AppSize, most?: number) => (
    <SetupField label={t(`settings.${name}`)} help={t(`settings.${name}_help`)} error={faults[name]}>
      {(field) => (
        <BytesField
          {...field}
          {...(most !== undefined && { most })}
          name={name}
          value={draft[name]}
          onChange={(bytes, fault) => onSize(name, bytes, fault)}
        />
      )}
    </SetupField>
  );
  return (
    <>
      <SetupField label={t('settings.plan')} error={faults['subscription_type']}>
        <ChoiceCards
          label={t('settings.plan')}
          value={planOf(draft)}
          choices={planChoices()}
          onChoose={(subscription_type) =>
            onChange({ subscription_type, storage_limitation: subscription_type === 'fixed' })
          }
        />
      </SetupField>
      {planOf(draft) === 'fixed' && size('default_capacity')}
      <div className="setup-line">
        {size('upload_limit')}
        {size('chunk_size', chunkSizeLimits.max)}
      </div>
      <BlockedTypes {...{ draft, faults, onChange, onRefused }} />
    </>
  );
};
