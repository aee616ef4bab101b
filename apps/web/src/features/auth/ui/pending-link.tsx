import './auth-form.css';
import { useText } from '#shared/i18n/use-text.ts';
import { useDelayed } from '#shared/lib/use-delayed.ts';
import { Button } from '#shared/ui/button.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import type { MailedLinkState } from '../mailed-link.ts';
import { isWaiting } from '../refusal.ts';
import { AuthPage } from './auth-page.tsx';
import { AuthProblem } from './auth-problem.tsx';
import { SignInBack } from './sign-in-back.tsx';

/** Milliseconds before a loading state shows; most answers arrive sooner. */
const patience = 300;

/** Shows a mailed link whose check is pending or has failed. */
export const PendingLink = ({ link }: { readonly link: MailedLinkState }) => {
  const t = useText();
  const isLate = useDelayed(link.state === 'asking', patience);
  if (link.state !== 'failed')
    return (
      <AuthPage title={isLate ? t('link.asking.title') : undefined}>
        {isLate && (
          <div className="auth-form">
            <Spinner size={24} />
          </div>
        )}
      </AuthPage>
    );
  const { error, retry } = link;
  return (
    <AuthPage title={t('link.failed.title')}>
      <div className="auth-form">
        <AuthProblem error={error} onOver={retry} />
        {!isWaiting(error) && (
          <Button look="primary" size="large" full onClick={retry}>
            {t('auth.again')}
          </Button>
        )}
        <SignInBack />
      </div>
    </AuthPage>
  );
};
