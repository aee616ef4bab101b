import { adminEndpoints } from '@holdall/contract/admin.endpoints';
import { text } from '#shared/i18n/messages.ts';
import {
  checkMail,
  mailDraft,
  mailFailure,
  mailFaults,
  sentMail,
  type MailDraft,
} from '#shared/mail/mail-form.ts';
import { administer } from '#shared/session/administer.ts';
import type { TabSettings } from './use-setting.ts';
import { useTestedForm, type TestedForm } from './use-tested-form.ts';

/** Returns outgoing mail as a form. */
export const useMail = (tab: TabSettings): TestedForm<MailDraft> =>
  useTestedForm(tab, {
    name: 'mail',
    saved: mailDraft(tab.settings.data.attributes),
    sent: sentMail,
    check: checkMail,
    faultsOf: mailFaults,
    problemOf: mailFailure,
    test: async (mail) => {
      const { to } = await administer(adminEndpoints.testMail, { body: { mail } });
      return text('environment.mail_tested', { to });
    },
    save: (body) => administer(adminEndpoints.saveMail, { body }),
    savedText: () => text('environment.storage_saved'),
  });
