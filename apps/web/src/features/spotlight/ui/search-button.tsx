import './search-button.css';
import { Search } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { openSpotlight } from '../spotlight.store.ts';

/** Whether the keyboard has a Command key. */
const isApple = /Mac|iP(?:hone|ad|od)/.test(navigator.platform);

/** Opens the spotlight; looks like the field that it leads to. */
export const SearchButton = () => {
  const t = useText();
  return (
    <button
      type="button"
      className="search-button"
      aria-haspopup="dialog"
      aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
      onClick={openSpotlight}
    >
      <Search className="icon-16" />
      <span>{t('spotlight.open')}</span>
      <span className="keys" aria-hidden="true">
        <kbd className="key">{isApple ? '⌘' : t('spotlight.control_key')}</kbd>
        <kbd className="key">{'K'}</kbd>
      </span>
    </button>
  );
};
