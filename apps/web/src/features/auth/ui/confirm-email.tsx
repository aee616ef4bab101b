import './auth-form.css';
import { useText } from '#shared/i18n/use-text.ts';
import { useStore } from '#shared/lib/store.ts';
import { paths } from '#shared/paths/paths.ts';
import { ButtonLink } from '#shared/router/button-link.tsx';
import { session } from '#shared/session/session.ts';
import { Button } from '#shared/ui/button.tsx';
import type { useConfirmEmail } from '../login-flows.mutations.ts';
import { AuthProblem } from './auth-problem.tsx';
import { SignInBack } from './sign-in-back.tsx';

interface ConfirmEmailProps {
  readonly token: string;
  readonly confirm: ReturnType<typeof useConfirmEmail>;
}

/** Confirms an address by a button, since link scanners follow links but press nothing. */
export const ConfirmEmail = ({ token, confirm }: ConfirmEmailProps) => {
  const t = useText();
  return (
    <div className="auth-form">
      <AuthProblem error={confirm.error} onOver={confirm.reset} />
      <Button
        look="primary"
        size="large"
        full
        busy={confirm.isPending}
        onClick={() => confirm.mutate({ token })}
      >
        {t('confirm_email.action')}
      </Button>
      <SignInBack />
    </div>
  );
};

/** Leads on from a confirmation that succeeded or failed: into the account where there is a session. */
export const ConfirmEmailOver = () => {
  const t = useText();
  const { authorized } = useStore(session);
  return (
    <div className="auth-form">
      <ButtonLink full look="primary" size="large" to={authorized ? paths.files() : paths.signIn()}>
        {t(authorized ? 'confirm_email.files' : 'sign_in.submit')}
      </ButtonLink>
    </div>
  );
};
