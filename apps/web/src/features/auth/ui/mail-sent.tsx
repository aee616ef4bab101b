import './auth-form.css';
import { useState, type ReactNode } from 'react';
import { useConfig } from '#shared/config/config.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { clockTime } from '#shared/lib/clock-time.ts';
import { useCountdown } from '#shared/lib/use-countdown.ts';
import { useStore } from '#shared/lib/store.ts';
import { paths } from '#shared/paths/paths.ts';
import { authPaths } from '#shared/paths/section-paths.ts';
import { ButtonLink } from '#shared/router/button-link.tsx';
import { Link } from '#shared/router/link.tsx';
import { isWaiting } from '../refusal.ts';
import { useBotCheck } from '../use-bot-check.ts';
import { useRequestLink } from '../login-flows.mutations.ts';
import { sentMail, type SentMail } from '../login-flows.store.ts';
import { AuthProblem } from './auth-problem.tsx';

/** Milliseconds before a mail can be requested again. */
const resendAfter = 60_000;

/** Renders a sentence with a button in place of the text between `<again>` and `</again>`. */
const WithAgain = ({
  sentence,
  children,
}: {
  readonly sentence: string;
  readonly children: (words: string) => ReactNode;
}) => {
  const [before, words = '', after] = sentence.split(/<\/?again>/);
  return (
    <p className="auth-aside">
      {before}
      {children(words)}
      {after}
    </p>
  );
};

const Resend = ({ email, at }: Pick<SentMail, 'email' | 'at'>) => {
  const t = useText();
  const { proof, problemOf, retry } = useBotCheck('forgot_password');
  const request = useRequestLink(proof);
  const [first] = useState(at);
  const seconds = useCountdown(at + resendAfter);
  return (
    <>
      {seconds > 0 ? (
        <p className="auth-aside numeric">{t('mail_sent.resend.waiting', { time: clockTime(seconds) })}</p>
      ) : (
        <WithAgain sentence={t('mail_sent.resend')}>
          {(words) => (
            <button
              type="button"
              className="link"
              aria-disabled={request.isPending}
              onClick={() => {
                if (!isWaiting(request.error)) request.mutate(email);
              }}
            >
              {words}
            </button>
          )}
        </WithAgain>
      )}
      <p className="auth-aside" role="status">
        {at !== first && t('mail_sent.resent')}
      </p>
      <AuthProblem error={problemOf(request.error)} onOver={request.reset} onRetry={retry} />
    </>
  );
};

const Again = () => {
  const t = useText();
  const mail = useStore(sentMail);
  if (mail?.kind === 'reset') return <Resend {...mail} />;
  return (
    <WithAgain sentence={t(mail ? 'mail_sent.register' : 'mail_sent.resend')}>
      {(words) => (
        <Link className="link" to={mail ? authPaths.register() : authPaths.forgottenPassword()}>
          {words}
        </Link>
      )}
    </WithAgain>
  );
};

/** Offers the way back to sign-in, and another mail where the server sends mails. */
export const MailSent = () => {
  const t = useText();
  const areMailsSent = useConfig(({ mails }) => mails);
  return (
    <div className="auth-form">
      <ButtonLink full size="large" to={paths.signIn()}>
        {t('auth.back')}
      </ButtonLink>
      {areMailsSent && <Again />}
    </div>
  );
};
