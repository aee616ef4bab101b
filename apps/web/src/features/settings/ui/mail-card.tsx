import { adminEndpoints } from '@holdall/contract/admin.endpoints';
import { Lock, Send } from 'lucide-react';
import { settle } from '#shared/autosave/unsaved.ts';
import { text } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import {
  checkMail,
  isSameSignIn,
  isSender,
  mailDraft,
  type MailDraft,
  mailDriverChoices,
  mailFailure,
  mailFaults,
  sentMail,
} from '#shared/mail/mail-form.ts';
import { MailFields } from '#shared/mail/mail-fields.tsx';
import { administer } from '#shared/session/administer.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card, CardRow } from '#shared/ui/card.tsx';
import { ChoiceCards } from '#shared/ui/choice-cards.tsx';
import { environmentLabels } from '#shared/i18n/setting-labels.ts';
import type { TabSettings } from '../use-setting.ts';
import { type TestedForm, useTestedForm } from '../use-tested-form.ts';
import { Done } from './done.tsx';
import { TextSetting } from './setting-fields.tsx';
import { TestedFormView } from './tested-form.tsx';

/** Sends a test mail to the administrator through the operator's mail server, and shows the result. */
const MailTest = () => {
  const t = useText();
  const test = useMutation({
    mutationFn: async () => {
      // The test includes a sender that was just typed.
      await settle();
      return administer(adminEndpoints.testMail, { body: {} });
    },
  });
  const { data, error, isPending } = test;
  return (
    <CardRow {...environmentLabels('mail_test')} error={error ? mailFailure(error) : undefined}>
      <Button icon={<Send className="icon-16" />} busy={isPending} onClick={() => test.mutate()}>
        {t('environment.mail_test')}
      </Button>
      <Done>{data && t('environment.mail_tested', data)}</Done>
    </CardRow>
  );
};

/** Returns outgoing mail as a form. */
const useMail = (tab: TabSettings): TestedForm<MailDraft> =>
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

/** Form of outgoing mail, whose server is tested before it is saved. */
export const MailCard = ({ tab }: { readonly tab: TabSettings }) => {
  const t = useText();
  const mail = useMail(tab);
  const { draft, faults, isTesting, isSaving } = mail;
  const { attributes } = tab.settings.data;
  const { locked } = tab.settings.meta;
  const isLocked = locked.includes('mail_driver');
  /** The environment sets the server, and leaves the sender to administrators. */
  const isSenderLeft = isLocked && !locked.includes('mail_from');
  const driver = environmentLabels('mail_driver');
  const isSent = draft.mail_driver === 'smtp';

  return (
    <Card title={t('environment.mail')}>
      {isLocked && (
        <p className="setting-notice">
          <Lock className="icon-16" />
          {t('environment.mail_locked')}
        </p>
      )}
      <TestedFormView
        label={t('environment.mail')}
        form={mail}
        test={isSent ? { text: t('environment.mail_test'), icon: <Send className="icon-16" /> } : undefined}
        isLocked={isLocked}
      >
        <CardRow label={driver.label} help={isLocked ? undefined : driver.help} error={faults.mail_driver}>
          <ChoiceCards
            label={driver.label}
            value={draft.mail_driver}
            disabled={isLocked}
            choices={mailDriverChoices()}
            onChoose={(mail_driver) => mail.change({ mail_driver })}
          />
        </CardRow>
        {isSent && (
          <MailFields
            Row={CardRow}
            {...{ draft, faults, isLocked }}
            isBusy={isTesting || isSaving}
            keepsPassword={attributes['mail_password'] === true && isSameSignIn(draft, mailDraft(attributes))}
            withoutSender={isSenderLeft}
            onChange={mail.change}
          />
        )}
      </TestedFormView>
      {isSenderLeft && (
        <TextSetting
          tab={tab}
          name="mail_from"
          {...environmentLabels('mail_from')}
          spellCheck={false}
          maxLength={320}
          optional
          // An incomplete address is not sent.
          check={(written) => (isSender(written.trim()) ? undefined : t('checks.sender'))}
        />
      )}
      {isLocked && <MailTest />}
    </Card>
  );
};
