import '#shared/ui/alert-popup.css';
import { useText } from '#shared/i18n/use-text.ts';
import { Popup } from '#shared/ui/popup.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';

/** Shown while signing out is slow; only the answer closes it. */
export const SignOutPopup = () => {
  const t = useText();
  return (
    <Popup
      title={t('logout.title')}
      bare={(titleId) => (
        <div className="alert" role="status">
          <div className="alert-picture">
            <Spinner size={40} />
          </div>
          <h2 id={titleId}>{t('logout.title')}</h2>
          <p>{t('logout.message')}</p>
        </div>
      )}
    />
  );
};
