import './setup-boot.screen.css';
import { errorText } from '#shared/i18n/error-text.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { useDelayed } from '#shared/lib/use-delayed.ts';
import { Button } from '#shared/ui/button.tsx';
import { Logo } from '#shared/ui/logo.tsx';
import { MessagePage } from '#shared/ui/message-page.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { useTitle } from './use-title.ts';

/** Milliseconds after which what loads shows that it does. */
const patience = 150;

/** `/install`: until it is known how far the installation has come. */
export const SetupBootScreen = () => {
  const t = useText();
  const isLate = useDelayed(true, patience);
  useTitle(t('setup.brand'));
  return (
    <main className="setup-boot">
      <h1 className="visually-hidden">{t('setup.boot')}</h1>
      {isLate && (
        <>
          <Logo size={44} />
          <Spinner size={24} />
        </>
      )}
    </main>
  );
};

interface SetupFailedProps {
  readonly error: Error;
  /** A retry is under way. */
  readonly busy: boolean;
  readonly onRetry: () => void;
}

/** The screen of an installation whose progress is unknown. */
export const SetupFailedScreen = ({ error, busy, onRetry }: SetupFailedProps) => {
  const t = useText();
  useTitle(t('setup.failed.title'));
  return (
    <MessagePage
      emoji="🔌"
      title={t('setup.failed.title')}
      text={t('setup.failed.text')}
      detail={errorText(error)}
      action={
        <Button look="primary" size="large" busy={busy} onClick={onRetry}>
          {t('actions.try_again')}
        </Button>
      }
    />
  );
};
