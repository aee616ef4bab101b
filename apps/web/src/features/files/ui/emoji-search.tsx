import { queryOptions, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { currentLocale } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { keyAlongLine } from '#shared/lib/reading.ts';
import { Unloaded } from '#shared/ui/unloaded.tsx';
import { type EmojiGroup, type EmojiLanguage, emojiLanguages, emojiNamesAddress } from '../emoji-files.ts';
import { emojiBeside } from '../emoji-rows.ts';
import { offeredGroups, searchEmoji } from '../emoji-search.ts';
import { EmojiGroupRows } from './emoji-group-rows.tsx';

interface EmojiSearchProps {
  readonly onChoose: (emoji: string) => void;
  readonly onClose: () => void;
}

/** All emoji with their names in a language. */
const emojiQuery = (language: EmojiLanguage) =>
  queryOptions({
    queryKey: ['emoji', language] as const,
    queryFn: async ({ signal }) => {
      const answer = await fetch(emojiNamesAddress(language), { signal });
      if (!answer.ok) throw new Error(`Emoji names were answered with ${answer.status}`);
      return offeredGroups((await answer.json()) as readonly EmojiGroup[]);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** All emoji, with a search and by group. */
export const EmojiSearch = ({ onChoose, onClose }: EmojiSearchProps) => {
  const t = useText();
  const locale = currentLocale();
  const { data, ...loading } = useQuery(
    emojiQuery(emojiLanguages.find((language) => language === locale) ?? 'en'),
  );
  const [query, setQuery] = useState('');
  const [focused, setFocused] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const viewport = useRef<HTMLDivElement>(null);
  useEffect(() => field.current?.focus(), []);

  const sought = useDeferredValue(query.trim());
  useEffect(() => {
    // The emoji that had the focus has gone with the rows of the last search; keys would go to the popup behind.
    if (document.activeElement === document.body) field.current?.focus();
  });
  const shown = useMemo(() => {
    if (data === undefined) return [];
    if (sought === '') return data;
    const found = searchEmoji(data, sought);
    return found.length === 0 ? [] : [{ label: undefined, emoji: found }];
  }, [data, sought]);
  const first = shown[0]?.emoji[0]?.emoji;
  const isShown =
    focused !== undefined && shown.some(({ emoji }) => emoji.some((one) => one.emoji === focused));
  const stop = isShown ? focused : first;

  const focusOn = (emoji: string | undefined): void => {
    if (emoji === undefined) return;
    setFocused(emoji);
    viewport.current?.querySelector<HTMLElement>(`[data-emoji="${emoji}"]`)?.focus();
  };
  /** Reports whether a key closes only this layer, so that the popup stays. */
  const closesBy = (event: KeyboardEvent): boolean => {
    if (event.key !== 'Escape') return false;
    event.preventDefault();
    event.stopPropagation();
    onClose();
    return true;
  };
  const onFieldKey = (event: KeyboardEvent): void => {
    if (closesBy(event) || first === undefined) return;
    // The key that picks the best emoji does not submit the popup's form.
    if (event.key === 'Enter' && sought !== '') onChoose(first);
    else if (event.key === 'ArrowDown') focusOn(first);
    else if (event.key !== 'Enter') return;
    event.preventDefault();
  };
  const onEmojiKey = (from: string, event: KeyboardEvent): void => {
    if (closesBy(event)) return;
    const to = emojiBeside(shown, from, keyAlongLine(event.key));
    if (to === undefined && event.key !== 'ArrowUp') return;
    event.preventDefault();
    if (to === undefined) field.current?.focus();
    else focusOn(to);
  };

  return (
    <div className="emoji-search">
      <input
        ref={field}
        type="search"
        className="emoji-search-field"
        autoComplete="off"
        spellCheck={false}
        aria-label={t('emoji_picker.search')}
        placeholder={t('emoji_picker.search')}
        value={query}
        onChange={({ target }) => setQuery(target.value)}
        onKeyDown={onFieldKey}
      />
      {/* Each search starts at the top. */}
      <div key={sought} ref={viewport} className="emoji-search-viewport">
        {data === undefined ? (
          <Unloaded {...loading}>
            <div className="emoji-search-note">{t('emoji_picker.loading')}</div>
          </Unloaded>
        ) : (
          shown.map(({ label, emoji }) => (
            <EmojiGroupRows
              key={label ?? sought}
              {...{ label, emoji, stop, viewport, onChoose, onFocus: setFocused, onKey: onEmojiKey }}
            />
          ))
        )}
      </div>
      {/* Screen readers announce it as it appears. */}
      <div role="status" className="emoji-search-note">
        {data !== undefined && sought !== '' && shown.length === 0 && t('emoji_picker.empty')}
      </div>
    </div>
  );
};
