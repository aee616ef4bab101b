import { useState } from 'react';
import { useLinkToken } from '#features/auth/link-token.ts';
import { AuthPage } from '#features/auth/ui/auth-page.tsx';
import { LinkOver } from '#features/auth/ui/link-over.tsx';
import { ResetForm } from '#features/auth/ui/reset-form.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { useTitle } from './use-title.ts';

/** `/create-new-password`: where the mailed link leads. */
export const NewPasswordScreen = () => {
  const t = useText();
  const link = useLinkToken();
  const [isExpired, setExpired] = useState(false);
  const state = isExpired ? 'expired' : link ? 'open' : 'incomplete';
  const title = state === 'open' ? t('new_password.title') : t(`link.${state}.title`);
  useTitle(title);
  if (state === 'open' && link)
    return (
      <AuthPage title={title} text={t('new_password.text')}>
        <ResetForm link={link} onExpired={() => setExpired(true)} />
      </AuthPage>
    );
  return (
    <AuthPage emoji="⌛" title={title} text={t(isExpired ? 'link.expired.text' : 'link.incomplete.text')}>
      <LinkOver />
    </AuthPage>
  );
};
