import { adminEndpoints } from '@holdall/contract/admin.endpoints';
import { Send } from 'lucide-react';
import { settle } from '#shared/autosave/unsaved.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { mailFailure } from '#shared/mail/mail-form.ts';
import { administer } from '#shared/session/administer.ts';
import { Button } from '#shared/ui/button.tsx';
import { CardRow } from '#shared/ui/card.tsx';
import { environmentLabels } from '../setting-labels.ts';
import { Done } from './done.tsx';

/** Sends a test mail to the administrator through the operator's mail server, and shows the result. */
export const MailTest = () => {
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
