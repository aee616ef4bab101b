import { useState } from 'react';
import { useLinkToken } from '#features/auth/link-token.ts';
import { useMailedLink } from '#features/auth/mailed-link.ts';
import { AuthPage } from '#features/auth/ui/auth-page.tsx';
import { PendingLink } from '#features/auth/ui/pending-link.tsx';
import { ExpiredLink } from '#features/auth/ui/expired-link.tsx';
import { ResetForm } from '#features/auth/ui/reset-form.tsx';
import { useConfig } from '#shared/config/config.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { useTitle } from './use-title.ts';

/** `/create-new-password`: the page of the mailed link for people who forgot their password, or are invited. */
export const NewPasswordScreen = () => {
  const t = useText();
  const app = useConfig((config) => config.app.title);
  const link = useLinkToken();
  const asked = useMailedLink(link?.email ? { purpose: 'password', ...link } : undefined);
  const [isOver, setOver] = useState(false);
  const state = isOver ? 'expired' : asked.state;
  const opens = asked.state === 'open' ? asked.opens : undefined;
  const isFirst = opens?.kind === 'invitation';
  const title =
    state === 'open'
      ? t(isFirst ? 'invitation.title' : 'new_password.title', { app })
      : t(`link.${state}.title`);
  useTitle(title);
  if (state === 'asking' || state === 'failed') return <PendingLink link={asked} />;
  if (state === 'open' && link && opens)
    return (
      <AuthPage
        title={title}
        text={t(isFirst ? 'invitation.text' : 'new_password.text', { email: opens.email })}
      >
        <ResetForm link={link} isFirst={isFirst} onExpired={() => setOver(true)} />
      </AuthPage>
    );
  return (
    <AuthPage
      emoji="⌛"
      title={title}
      text={t(state === 'expired' ? 'link.expired.text' : 'link.incomplete.text')}
    >
      <ExpiredLink />
    </AuthPage>
  );
};
