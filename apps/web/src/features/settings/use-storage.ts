import { adminEndpoints } from '@holdall/contract/admin.endpoints';
import { text } from '#shared/i18n/messages.ts';
import { administer } from '#shared/session/administer.ts';
import {
  checkStorage,
  sentStorage,
  storageDraft,
  storageFaults,
  type StorageDraft,
} from '#shared/storage/storage-form.ts';
import type { TabSettings } from './use-setting.ts';
import { useTestedForm, type TestedForm } from './use-tested-form.ts';

/** Returns the file storage as a form. */
export const useStorage = (tab: TabSettings): TestedForm<StorageDraft> => {
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
