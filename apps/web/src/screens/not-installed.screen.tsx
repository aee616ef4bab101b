import './not-installed.screen.css';
import { useEffect } from 'react';
import { call } from '#shared/api/client.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { MessagePage } from '#shared/ui/message-page.tsx';
import { useTitle } from './use-title.ts';

const environment = 'HOLDALL_ADMIN_EMAIL=you@example.com HOLDALL_ADMIN_PASSWORD=a-long-password npm start';
const command = 'npm run holdall -- setup --admin-email you@example.com --admin-password-file FILE';

/** Milliseconds between two looks whether the server has been installed. */
const pollEvery = 2_000;

/** What a server says that has no administrator yet. */
export const NotInstalledScreen = () => {
  const t = useText();
  useTitle(t('not_installed.title'));
  useEffect(() => {
    const timer = setInterval(() => {
      // A server that is being started again does not answer for a moment; the next look will tell.
      call('getConfig', {}).then(
        ({ installation }) => {
          if (!installation) location.reload();
        },
        () => undefined,
      );
    }, pollEvery);
    return () => clearInterval(timer);
  }, []);
  return (
    <MessagePage
      emoji="📦"
      title={t('not_installed.title')}
      text={t('not_installed.text')}
      action={
        <Button look="primary" size="large" onClick={() => location.reload()}>
          {t('not_installed.action')}
        </Button>
      }
    >
      <dl className="not-installed">
        <dt>{t('not_installed.environment')}</dt>
        <dd>
          <code>{environment}</code>
        </dd>
        <dt>{t('not_installed.command')}</dt>
        <dd>
          <code>{command}</code>
        </dd>
      </dl>
    </MessagePage>
  );
};
