import { Send } from 'lucide-react';
import { useEffect } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { announce } from '#shared/ui/live-region.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { SetupField } from './field.tsx';
import { TestResult } from './outcome.tsx';

interface MailTrialProps {
  readonly to: string;
  /** Error of the address. */
  readonly fault: string | undefined;
  /** Reason that it was not sent. */
  readonly fails: string | undefined;
  /** Recipient of the sent mail. */
  readonly sentTo: string | undefined;
  readonly busy: boolean;
  readonly onWrite: (to: string) => void;
  readonly onTry: () => void;
}

/** Asks for the recipient of a test mail and sends it. */
export const MailTrial = ({ to, fault, fails, sentTo, busy, onWrite, onTry }: MailTrialProps) => {
  const t = useText();
  const sent = sentTo === undefined ? undefined : t('environment.mail_tested', { to: sentTo });
  useEffect(() => {
    // Screen readers do not announce an element that appears together with its text.
    if (sent !== undefined) announce(sent);
  }, [sent]);
  return (
    <>
      <SetupField label={t('setup.mail.test_to')} error={fault}>
        {(field) => (
          <div className="mail-trial">
            <TextInput
              {...field}
              name="to"
              type="email"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
              value={to}
              onChange={({ currentTarget }) => onWrite(currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                // Enter sends the test mail here instead of saving the step.
                event.preventDefault();
                onTry();
              }}
            />
            <Button icon={<Send className="icon-16" />} busy={busy} onClick={onTry}>
              {t('environment.mail_test')}
            </Button>
          </div>
        )}
      </SetupField>
      {fails !== undefined && <TestResult tone="danger">{fails}</TestResult>}
      {sent !== undefined && <TestResult tone="success">{sent}</TestResult>}
    </>
  );
};
