import './search-button.css';
import '#shared/ui/key.css';
import { Search } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { isApple } from '../control-key.ts';
import { openSpotlight } from '../spotlight.store.ts';

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
