import { Search, X } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { longestSearch } from '../users-address.ts';

/** Milliseconds that typing pauses before the address follows it. */
const pause = 200;

interface UsersSearchProps {
  /** The search text of the address. */
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

/** Searches users by a part of their name or email. */
export const UsersSearch = ({ search, onSearch }: UsersSearchProps) => {
  const t = useText();
  const [typed, setTyped] = useState(search);
  const [followed, setFollowed] = useState(search);
  // Going back, or clearing, changes the address without this field.
  if (followed !== search) {
    setFollowed(search);
    if (typed.trim() !== search) setTyped(search);
  }
  const follow = useEffectEvent(onSearch);
  const wanted = typed.trim();
  useEffect(() => {
    if (wanted === search) return undefined;
    const timer = setTimeout(() => follow(wanted), pause);
    return () => clearTimeout(timer);
  }, [wanted, search]);
  return (
    <form
      role="search"
      className="users-search"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(wanted);
      }}
    >
      <Search className="icon-16" aria-hidden="true" />
      <TextInput
        type="search"
        aria-label={t('users.search')}
        placeholder={t('users.search_placeholder')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={longestSearch}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        end={
          typed !== '' && (
            <IconButton
              size="small"
              label={t('users.empty_action')}
              icon={<X className="icon-16" />}
              onClick={() => {
                // The address may not contain the typed text yet.
                setTyped('');
                if (search !== '') onSearch('');
              }}
            />
          )
        }
      />
    </form>
  );
};
