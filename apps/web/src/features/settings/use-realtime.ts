import { adminEndpoints } from '@holdall/contract/admin.endpoints';
import { text } from '#shared/i18n/messages.ts';
import { administer } from '#shared/session/administer.ts';
import {
  checkRealtime,
  realtimeDraft,
  type RealtimeDraft,
  realtimeFaults,
  sentRealtime,
} from './realtime-form.ts';
import type { TabSettings } from './use-setting.ts';
import { type TestedForm, useTestedForm } from './use-tested-form.ts';

/** Returns the realtime service as a form. */
export const useRealtime = (tab: TabSettings): TestedForm<RealtimeDraft> => {
  const { attributes } = tab.settings.data;
  return useTestedForm(tab, {
    name: 'realtime',
    saved: realtimeDraft(attributes),
    sent: sentRealtime,
    check: (draft) => checkRealtime(draft, attributes['pusher_secret'] === true),
    faultsOf: realtimeFaults,
    test: async (body) => {
      await administer(adminEndpoints.testRealtime, { body });
      return text('environment.service_works');
    },
    save: (body) => administer(adminEndpoints.saveRealtime, { body }),
    savedText: () => text('environment.storage_saved'),
  });
};
