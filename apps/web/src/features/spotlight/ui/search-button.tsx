import './search-button.css';
import '#shared/ui/key.css';
import { Search } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { keySymbols, shortcutNames } from '#shared/lib/shortcut.ts';
import { openSpotlight } from '../spotlight.store.ts';

const press = 'Mod+K';

/** Opens the spotlight; looks like the field that it leads to. */
export const SearchButton = () => {
  const t = useText();
  return (
    <button
      type="button"
      className="search-button"
      aria-haspopup="dialog"
      aria-keyshortcuts={shortcutNames(press)}
      onClick={openSpotlight}
    >
      <Search className="icon-16" />
      <span>{t('spotlight.open')}</span>
      <span className="keys" aria-hidden="true">
        {keySymbols(press).map((key) => (
          <kbd key={key} className="key">
            {key}
          </kbd>
        ))}
      </span>
    </button>
  );
};
