import { useEffect, useRef, type ReactNode } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { paths } from '#shared/paths/paths.ts';
import { Button } from '#shared/ui/button.tsx';
import { MessagePage } from '#shared/ui/message-page.tsx';
import { useTitle } from './use-title.ts';

interface EndProps {
  readonly emoji: string;
  readonly title: string;
  readonly text: string;
  readonly action: ReactNode;
  /** The link to the installed application: to a page that is loaded anew, with the current settings. */
  readonly to: string;
}

const End = ({ emoji, title, text, action, to }: EndProps) => {
  const button = useRef<HTMLButtonElement>(null);
  useTitle(title);
  // Enter goes on, as at every step.
  useEffect(() => button.current?.focus(), []);
  return (
    <MessagePage
      emoji={emoji}
      title={title}
      text={text}
      action={
        <Button ref={button} look="primary" size="large" onClick={() => location.assign(to)}>
          {action}
        </Button>
      }
    />
  );
};

/**
 * This page has installed the server.
 *
 * @param installed the server's answer
 */
export const SetupDoneScreen = ({
  installed: { url, signed_in: isSignedIn },
}: {
  readonly installed: { readonly url: string; readonly signed_in: boolean };
}) => {
  const t = useText();
  return (
    <End
      emoji="🎉"
      title={t('setup.done.title')}
      text={isSignedIn ? t('setup.done.text') : t('setup.done.sign_in_text', { url })}
      action={t(isSignedIn ? 'setup.done.action' : 'setup.done.sign_in')}
      to={isSignedIn ? paths.files() : new URL(paths.signIn(), url).href}
    />
  );
};

/** The server is installed, and not by this page; or its database belongs to an installation. */
export const SetupOverScreen = ({ where }: { readonly where: 'elsewhere' | 'joined' }) => {
  const t = useText();
  return (
    <End
      emoji={where === 'joined' ? '🤝' : '🔒'}
      title={t(where === 'joined' ? 'setup.database.joined.title' : 'setup.finished.title')}
      text={t(where === 'joined' ? 'setup.database.joined.text' : 'setup.finished.text')}
      action={t('setup.finished.action')}
      to={paths.signIn()}
    />
  );
};
