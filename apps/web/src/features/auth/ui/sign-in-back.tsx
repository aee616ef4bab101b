import { ArrowLeft } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { paths } from '#shared/paths/paths.ts';
import { ButtonLink } from '#shared/router/button-link.tsx';

/** Link back to sign-in. */
export const SignInBack = () => {
  const t = useText();
  return (
    <ButtonLink full look="ghost" to={paths.signIn()} icon={<ArrowLeft className="icon-16" />}>
      {t('auth.back')}
    </ButtonLink>
  );
};
