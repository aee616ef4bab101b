import './sign-in.screen.css';
import { SignInForm } from '#features/auth/ui/sign-in-form.tsx';
import { SignInArt } from '#features/auth/ui/sign-in-art.tsx';
import { getConfig } from '#shared/config/config.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { Logo } from '#shared/ui/logo.tsx';
import { useEffect, useRef } from 'react';
import { useTitle } from './use-title.ts';

/** `/`: after signing in, the guard leads on to `redirect` or Files. */
export const SignInScreen = () => {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle(t('sign_in.title'));
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="sign-in">
      <main>
        <div className="sign-in-brand">
          <Logo size={30} />
          {getConfig().app.title}
        </div>
        <div className="sign-in-body">
          <h1 ref={heading} tabIndex={-1}>
            {t('sign_in.title')}
          </h1>
          <p>{t('sign_in.text')}</p>
          <SignInForm onSignedIn={() => undefined} />
        </div>
      </main>
      <SignInArt />
    </div>
  );
};
