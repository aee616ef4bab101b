import './not-installed.screen.css';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { MessagePage } from '#shared/ui/message-page.tsx';
import { useTitle } from './use-title.ts';

const environment = 'HOLDALL_ADMIN_EMAIL=… HOLDALL_ADMIN_PASSWORD=… npm start';
const command = 'npm run holdall -- setup --admin-email … --admin-password-file …';

/** What a server says that has no administrator yet. */
export const NotInstalledScreen = () => {
  const t = useText();
  useTitle(t('not_installed.title'));
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
