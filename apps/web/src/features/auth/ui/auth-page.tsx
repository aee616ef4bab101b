import './auth-page.css';
import { useEffect, useRef, type ReactNode } from 'react';
import { useConfig } from '#shared/config/config.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { Brand } from '#shared/ui/brand.tsx';
import { Emoji } from '#shared/ui/emoji.tsx';
import { SignInArt } from './sign-in-art.tsx';

const Title = ({ focused, children }: { readonly focused: boolean; readonly children: string }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focused) heading.current?.focus();
  }, [focused]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
};

interface AuthPageProps {
  /** Omitted while nothing is known yet. */
  readonly title?: string | undefined;
  readonly text?: string;
  /** A picture above the title, for pages without a form. */
  readonly emoji?: string;
  /** A field, not the title, takes the initial focus. */
  readonly fieldFirst?: boolean;
  readonly children?: ReactNode;
}

/** Frame of the pages before sign-in: form at the left, picture at the right. */
export const AuthPage = ({ title, text, emoji, fieldFirst = false, children }: AuthPageProps) => {
  const t = useText();
  const allowedRecaptcha = useConfig((config) => config.allowedRecaptcha);
  const contact = useConfig(({ app }) => app.contact_email);
  return (
    <div className="auth-page">
      <main>
        <div className="auth-brand">
          <Brand size={30} />
        </div>
        <div className="auth-body">
          {emoji && <Emoji value={emoji} size={44} />}
          {title && (
            <Title key={title} focused={!fieldFirst}>
              {title}
            </Title>
          )}
          {text && <p>{text}</p>}
          {children}
        </div>
        {contact && (
          <p className="auth-note">
            {t('auth.help')} <a href={`mailto:${contact}`}>{contact}</a>
          </p>
        )}
        {allowedRecaptcha && <p className="auth-note">{t('bot.note')}</p>}
      </main>
      <SignInArt />
    </div>
  );
};
