import { useText } from '#shared/i18n/use-text.ts';

/** The keys of the spotlight, at its foot. */
export const SpotlightKeys = () => {
  const t = useText();
  return (
    <div className="spotlight-keys" aria-hidden="true">
      <span>
        <kbd className="key">{'↑'}</kbd>
        <kbd className="key">{'↓'}</kbd>
        {t('spotlight.key.move')}
      </span>
      <span>
        <kbd className="key">{t('spotlight.enter_key')}</kbd>
        {t('spotlight.key.open')}
      </span>
      <span>
        <kbd className="key">{t('spotlight.control_key')}</kbd>
        <kbd className="key">{t('spotlight.enter_key')}</kbd>
        {t('spotlight.key.show')}
      </span>
    </div>
  );
};
