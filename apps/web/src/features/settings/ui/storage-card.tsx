import { adminEndpoints } from '@holdall/contract/admin.endpoints';
import { Info, Lock } from 'lucide-react';
import { text } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { administer } from '#shared/session/administer.ts';
import {
  checkStorage,
  sentStorage,
  storageDriverChoices,
  storageDraft,
  type StorageDraft,
  storageFaults,
} from '#shared/storage/storage-form.ts';
import { StorageFields } from '#shared/storage/storage-fields.tsx';
import { Card, CardRow } from '#shared/ui/card.tsx';
import { ChoiceCards } from '#shared/ui/choice-cards.tsx';
import { environmentLabels } from '#shared/i18n/setting-labels.ts';
import type { TabSettings } from '../use-setting.ts';
import { type TestedForm, useTestedForm } from '../use-tested-form.ts';
import { ChoiceSetting } from './setting-fields.tsx';
import { TestedFormView } from './tested-form.tsx';

const ways = ['proxy', 'direct'] as const;

/** Returns the file storage as a form. */
const useStorage = (tab: TabSettings): TestedForm<StorageDraft> => {
  const { attributes } = tab.settings.data;
  return useTestedForm(tab, {
    name: 'storage',
    saved: storageDraft(attributes),
    sent: sentStorage,
    check: (draft) => checkStorage(draft, attributes['s3_secret_key'] === true),
    faultsOf: storageFaults,
    test: async (body) => {
      await administer(adminEndpoints.testStorage, { body });
      return text('environment.storage_works');
    },
    save: (body) => administer(adminEndpoints.saveStorage, { body }),
    savedText: () => text('environment.storage_saved'),
  });
};

/** Form of the file storage, which is tested before it is saved. */
export const StorageCard = ({ tab }: { readonly tab: TabSettings }) => {
  const t = useText();
  const storage = useStorage(tab);
  const { draft, faults, isTesting, isSaving } = storage;
  const { attributes } = tab.settings.data;
  const { locked, fixed } = tab.settings.meta;
  const isLocked = locked.includes('storage_driver');
  const isDecided = isLocked || fixed.includes('storage_driver');
  const driver = environmentLabels('storage_driver');
  const isS3 = draft.storage_driver === 's3';

  return (
    <Card title={t('environment.storage')}>
      {isLocked && (
        <p className="setting-notice">
          <Lock className="icon-16" />
          {t('environment.storage_locked')}
        </p>
      )}
      {!isLocked && fixed.length > 0 && (
        <p className="setting-notice">
          <Info className="icon-16" />
          {t('environment.storage_fixed')}
        </p>
      )}
      <TestedFormView
        label={t('environment.storage')}
        form={storage}
        test={isS3 ? { text: t('environment.storage_test') } : undefined}
        isLocked={isLocked}
      >
        <CardRow
          label={driver.label}
          help={isDecided ? undefined : driver.help}
          error={faults.storage_driver}
        >
          <ChoiceCards
            label={driver.label}
            value={draft.storage_driver}
            disabled={isDecided}
            choices={storageDriverChoices()}
            onChoose={(chosen) => storage.change({ storage_driver: chosen })}
          />
        </CardRow>
        {isS3 && (
          <StorageFields
            Row={CardRow}
            {...{ draft, faults }}
            isDisabled={(name) => isLocked || fixed.includes(name)}
            isBusy={isTesting || isSaving}
            hasSecret={attributes['s3_secret_key'] === true}
            onChange={storage.change}
          />
        )}
      </TestedFormView>
      {attributes['storage_driver'] === 's3' && (
        <ChoiceSetting
          tab={tab}
          name="storage_downloads"
          {...environmentLabels('storage_downloads')}
          segments={ways.map((value) => ({ value, label: t(`environment.downloads.${value}`) }))}
        />
      )}
    </Card>
  );
};
