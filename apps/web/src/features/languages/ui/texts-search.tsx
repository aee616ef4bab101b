import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { TextInput } from '#shared/ui/text-input.tsx';
import { longestSearch } from '../languages-address.ts';

/** Milliseconds that typing pauses before the address follows it. */
const pause = 200;

interface TextsSearchProps {
  /** The search text of the address. */
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

/** Searches texts by their key, English text or translation. */
export const TextsSearch = ({ search, onSearch }: TextsSearchProps) => {
  const t = useText();
  const [typed, setTyped] = useState(search);
  const [followed, setFollowed] = useState(search);
  // Going back changes the address without this field.
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
      className="texts-search"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(wanted);
      }}
    >
      <Search className="icon-16" aria-hidden="true" />
      <TextInput
        type="search"
        aria-label={t('languages.search')}
        placeholder={t('languages.search')}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={longestSearch}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </form>
  );
};
