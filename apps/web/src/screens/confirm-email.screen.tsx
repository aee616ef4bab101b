import { useLinkToken } from '#features/auth/link-token.ts';
import { isExpired, useMailedLink } from '#features/auth/mailed-link.ts';
import { AuthPage } from '#features/auth/ui/auth-page.tsx';
import { ConfirmEmail, ConfirmEmailOver } from '#features/auth/ui/confirm-email.tsx';
import { ConfirmRegistration } from '#features/auth/ui/confirm-registration.tsx';
import { PendingLink } from '#features/auth/ui/pending-link.tsx';
import { useConfirmEmail } from '#features/auth/login-flows.mutations.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { useTitle } from './use-title.ts';

const done = {
  registration: { title: 'confirm_email.registered.title', text: 'confirm_email.registered.text' },
  email_change: { title: 'confirm_email.changed.title', text: 'confirm_email.changed.text' },
} as const;

/** `/confirm-email`: where the mails lead that a registration or a new address ask for. */
export const ConfirmEmailScreen = () => {
  const t = useText();
  const link = useLinkToken();
  const asked = useMailedLink(link && { purpose: 'confirmation', token: link.token });
  const confirm = useConfirmEmail();
  const opens = asked.state === 'open' ? asked.opens : undefined;
  const confirmed = confirm.data ?? (opens?.confirmed ? opens : undefined);
  const isRegistration = (confirmed ?? opens)?.kind === 'registration';
  const answer = confirmed && {
    ...done[isRegistration ? 'registration' : 'email_change'],
    email: confirmed.email,
  };
  const state = isExpired(confirm.error) ? 'expired' : asked.state;
  const title = answer
    ? t(answer.title)
    : t(state === 'open' ? 'confirm_email.title' : `link.${state}.title`);
  useTitle(title);
  if (answer)
    return (
      <AuthPage emoji="🎉" title={title} text={t(answer.text, { email: answer.email })}>
        <ConfirmEmailOver />
      </AuthPage>
    );
  if (state === 'asking' || state === 'failed') return <PendingLink link={asked} />;
  if (state === 'open' && link && opens)
    return (
      <AuthPage
        title={title}
        text={t(isRegistration ? 'confirm_email.text' : 'confirm_email.change_text', { email: opens.email })}
      >
        {isRegistration ? (
          <ConfirmRegistration token={link.token} email={opens.email} confirm={confirm} />
        ) : (
          <ConfirmEmail token={link.token} confirm={confirm} />
        )}
      </AuthPage>
    );
  return (
    <AuthPage
      emoji="⌛"
      title={title}
      text={t(state === 'expired' ? 'confirm_email.expired.text' : 'confirm_email.incomplete.text')}
    >
      <ConfirmEmailOver />
    </AuthPage>
  );
};
