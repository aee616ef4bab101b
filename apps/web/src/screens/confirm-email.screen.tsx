import { useLinkToken } from '#features/auth/link-token.ts';
import { AuthPage } from '#features/auth/ui/auth-page.tsx';
import { ConfirmEmail, ConfirmEmailOver } from '#features/auth/ui/confirm-email.tsx';
import { isExpired, useConfirmEmail } from '#features/auth/ways-in.mutations.ts';
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
  const confirm = useConfirmEmail();
  const answer = confirm.data && { ...done[confirm.data.kind], email: confirm.data.email };
  const isOver = !link || isExpired(confirm.error);
  const title = answer
    ? t(answer.title)
    : t(!link ? 'link.incomplete.title' : isOver ? 'link.expired.title' : 'confirm_email.title');
  useTitle(title);
  if (answer)
    return (
      <AuthPage emoji="🎉" title={title} text={t(answer.text, { email: answer.email })}>
        <ConfirmEmailOver />
      </AuthPage>
    );
  if (isOver)
    return (
      <AuthPage
        emoji="⌛"
        title={title}
        text={t(link ? 'confirm_email.expired.text' : 'confirm_email.incomplete.text')}
      >
        <ConfirmEmailOver />
      </AuthPage>
    );
  return (
    <AuthPage title={title} text={t('confirm_email.text')}>
      <ConfirmEmail token={link.token} confirm={confirm} />
    </AuthPage>
  );
};
