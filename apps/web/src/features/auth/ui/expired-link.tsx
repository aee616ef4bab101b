import './auth-form.css';
import { useText } from '#shared/i18n/use-text.ts';
import { authPaths } from '#shared/paths/section-paths.ts';
import { ButtonLink } from '#shared/router/button-link.tsx';
import { SignInBack } from './sign-in-back.tsx';

/** Leads on from an invalid password link. */
export const ExpiredLink = () => {
  const t = useText();
  return (
    <div className="auth-form">
      <ButtonLink full look="primary" size="large" to={authPaths.forgottenPassword()}>
        {t('link.expired.again')}
      </ButtonLink>
      <SignInBack />
    </div>
  );
};
