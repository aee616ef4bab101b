import './search-bar.css';
import { Search, X } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { Select } from '#shared/ui/select.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import {
  isFiltered,
  longestWords,
  searchFilters,
  type FilterName,
  type SearchTerms,
} from '../listing/search-terms.ts';

interface SearchBarProps {
  readonly terms: SearchTerms;
  readonly onChange: (terms: SearchTerms) => void;
}

const filterNames = Object.keys(searchFilters) as FilterName[];

/** The search bar of the results: words, and filters by kind, date and size. */
export const SearchBar = ({ terms, onChange }: SearchBarProps) => {
  const t = useText();
  const field = useRef<HTMLInputElement>(null);
  const { words, inTrash } = terms;
  // Going back restores the words of that page. The field itself stays mounted and keeps its focus.
  useLayoutEffect(() => {
    if (field.current) field.current.value = words;
  }, [words]);
  return (
    <form
      className="search-bar"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onChange({ ...terms, words: field.current?.value.trim() ?? '' });
      }}
    >
      <span className="search-words">
        <Search className="icon-16" aria-hidden="true" />
        <TextInput
          ref={field}
          type="search"
          aria-label={t('search.field')}
          placeholder={t('search.field')}
          defaultValue={words}
          maxLength={longestWords}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
        />
      </span>
      <div className="search-filters" role="group" aria-label={t('search.filters')}>
        {filterNames.map((name) => (
          <span key={name} className="search-filter" data-chosen={terms[name] !== undefined || undefined}>
            <Select
              aria-label={t(`search.filter.${name}`)}
              value={terms[name] ?? ''}
              options={['any' as const, ...searchFilters[name]].map((value) => ({
                value: value === 'any' ? '' : value,
                label: t(`search.${name}.${value}` as 'search.type.any'),
              }))}
              onChoose={(value) =>
                onChange({ ...terms, [name]: searchFilters[name].find((one) => one === value) })
              }
            />
          </span>
        ))}
        {isFiltered(terms) && (
          <Button
            look="ghost"
            size="small"
            icon={<X className="icon-16" />}
            onClick={() => {
              onChange({ words, inTrash });
              // The clear button disappears.
              field.current?.focus();
            }}
          >
            {t('search.clear')}
          </Button>
        )}
      </div>
    </form>
  );
};
