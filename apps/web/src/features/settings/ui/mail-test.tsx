import { Send } from 'lucide-react';
import { settle } from '#shared/autosave/unsaved.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { mailFailure } from '#shared/mail/mail-form.ts';
import { administer } from '#shared/session/administer.ts';
import { Button } from '#shared/ui/button.tsx';
import { CardRow } from '#shared/ui/card.tsx';
import { toldOfEnvironment } from '../told.ts';
import { Done } from './done.tsx';

/** Sends a mail to who administers, as the operator has it sent, and says what became of it. */
export const MailTest = () => {
  const t = useText();
  const test = useMutation({
    mutationFn: async () => {
      // The sender that was typed a moment ago is meant, too.
      await settle();
      return administer('testMail', { body: {} });
    },
  });
  const { data, error, isPending } = test;
  return (
    <CardRow {...toldOfEnvironment('mail_test')} error={error ? mailFailure(error) : undefined}>
      <Button icon={<Send className="icon-16" />} busy={isPending} onClick={() => test.mutate()}>
        {t('environment.mail_test')}
      </Button>
      <Done>{data && t('environment.mail_tested', data)}</Done>
    </CardRow>
  );
};
