import './spotlight.css';
import { ListFilter, Search, X } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { shortcutText } from '#shared/lib/shortcut.ts';
import { useDebounced } from '#shared/lib/use-debounced.ts';
import { media, useMedia } from '#shared/lib/use-media.ts';
import { adminPaths } from '#shared/paths/section-paths.ts';
import { navigate } from '#shared/router/location.ts';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { announce, retract } from '#shared/ui/live-region.tsx';
import { Modal } from '#shared/ui/modal.tsx';
import { recentItems } from '../recent.store.ts';
import { takeTypedAhead } from '../spotlight.store.ts';
import { openPathOf, showPathOf } from '../result-path.ts';
import {
  bestFolder,
  foundIn,
  groupsOf,
  hasItems,
  isCut,
  movedOption,
  soughtBy,
  type Command,
  type Filter,
  type FoundFolder,
  type Option,
} from '../results.ts';
import { peopleQuery, searchQuery } from '../search.queries.ts';
import { NothingFound } from './nothing-found.tsx';
import { optionDomId, ResultGroups } from './result-groups.tsx';
import { SpotlightFilters } from './spotlight-filters.tsx';
import { SpotlightKeys } from './spotlight-keys.tsx';

/** Milliseconds that typing pauses before the server is asked (ui.md, "Spotlight"). */
const pause = 120;
/** The longest text that is looked for. */
const maxQuery = 255;

export interface SpotlightProps {
  readonly onClose: () => void;
  readonly actions: readonly Command[];
  /** Actions with what was typed or found: a folder of this name, an upload to that folder. */
  readonly made: (query: string, folder: FoundFolder | undefined) => readonly Command[];
  readonly onShortcuts: () => void;
  readonly pages: readonly Command[];
  /** Lists all that is found on a page of its own; without it the spotlight itself lists what it has. */
  readonly onShowAll?: (query: string, filter: Filter) => void;
  /** Finds users, too. */
  readonly isAdmin?: boolean;
}

/** Finds items, actions and pages; a combobox whose list is always there. */
export const Spotlight = ({
  onClose,
  actions,
  made,
  onShortcuts,
  pages,
  onShowAll,
  isAdmin = false,
}: SpotlightProps) => {
  const t = useText();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const mobile = !useMedia(media.popup);
  const [typed, setTyped] = useState(takeTypedAhead);
  const [filter, setFilter] = useState<Filter>('all');
  const [chosen, setChosen] = useState<string>();
  /** Enter, while the answer to what is typed is on its way. */
  const hasty = useRef<{ readonly inFolder: boolean }>(undefined);
  const [recents] = useState(recentItems);
  const query = typed.trim();
  const asked = useDebounced(query, pause);
  const sought = soughtBy(filter);
  const search = useQuery({
    ...searchQuery(query === '' ? '' : asked, sought ?? { type: 'all' }),
    ...(sought === undefined && { enabled: false }),
  });
  const wantsPeople = isAdmin && (filter === 'all' || filter === 'users');
  const people = useQuery({
    ...peopleQuery(query === '' ? '' : asked),
    ...(!wantsPeople && { enabled: false }),
  });
  const listed = {
    query,
    filter,
    answer: search.data,
    recents,
    people: wantsPeople ? (people.data ?? []) : [],
    actions,
    pages,
  };
  const showAll = (of: Filter): void => {
    onClose();
    onShowAll?.(query, of);
  };
  const toAll: Command = {
    id: 'all-results',
    title: t('spotlight.action.all_results', { query }),
    icon: <ListFilter />,
    shortcut: 'Shift+Enter',
    run: () => onShowAll?.(query, filter),
  };
  const hasPage = onShowAll !== undefined && query !== '' && sought !== undefined;
  const offered = [...(hasPage && hasItems(search.data) ? [toAll] : []), ...made(query, bestFolder(listed))];
  const isOffered = ({ id: option }: Option): boolean => offered.some((command) => command.id === option);
  const groups = groupsOf({ ...listed, made: offered });
  const options = groups.flatMap((group) => group.options);
  const isFound = !options.every(isOffered);
  const active = options.find((option) => option.id === chosen) ?? options[0];
  const isSearching = search.isFetching || (wantsPeople && people.isFetching) || asked !== query;
  const isWaiting = (sought !== undefined || wantsPeople) && query !== '' && isSearching;
  const { count, atLeast } = foundIn(groups);

  const activeId = active?.id;
  useEffect(() => {
    list.current?.querySelector(`[data-option="${activeId}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  const hasFailed = (sought === undefined ? wantsPeople && people.isError : search.isError) && !isWaiting;
  // "0 results" would be wrong if only an action matches, or while the count is unknown.
  const isCounted = query !== '' && !isWaiting && !hasFailed && (count > 0 || !isFound);
  const counted = isCounted
    ? t(atLeast ? 'spotlight.results_at_least' : 'spotlight.results_count', { count })
    : '';
  const mayHaveMissed = sought !== undefined && isCut(search.data);
  const nothing = [t('spotlight.empty', { query }), ...(mayHaveMissed ? [t('search.empty.more')] : [])];
  const outcome = isCounted && !isFound ? nothing.join('. ') : counted;
  const said = hasFailed ? t('spotlight.failed') : outcome;
  useEffect(() => {
    if (said === '') return undefined;
    announce(said);
    // The notice is true of these results alone: once they are gone nothing may be read of them.
    return () => retract(said);
  }, [said]);

  const choose = (name: Filter): void => {
    setFilter(name);
    setChosen(undefined);
    input.current?.focus();
  };
  const open = (option: Option, inFolder: boolean): void => {
    if (option.kind === 'more') {
      if (hasPage && option.filter !== 'users') showAll(option.filter);
      else choose(option.filter);
      return;
    }
    onClose();
    if (option.kind === 'command') option.command.run();
    else if (option.kind === 'person') navigate(adminPaths.user(option.person.id));
    else navigate(inFolder ? showPathOf(option.result) : openPathOf(option.result));
  };
  const openHasty = useEffectEvent(() => {
    const enter = hasty.current;
    hasty.current = undefined;
    // Nothing is made of words that were to be found.
    if (enter && active && !isOffered(active)) open(active, enter.inFolder);
  });
  useEffect(() => {
    if (!isWaiting) openHasty();
  }, [isWaiting]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const moved = movedOption(event.key, options, active?.id);
    if (moved !== undefined) {
      hasty.current = undefined;
      setChosen(moved);
    } else if (event.key === 'Enter' && event.shiftKey && hasPage && !event.nativeEvent.isComposing) {
      showAll(filter);
    } else if (
      event.key === 'Enter' &&
      active &&
      event.target === input.current &&
      !event.nativeEvent.isComposing
    ) {
      const inFolder = event.ctrlKey || event.metaKey;
      // An Enter before the answer means the first result that it will bring.
      if (isWaiting && chosen === undefined) hasty.current = { inFolder };
      else open(active, inFolder);
    } else return;
    event.preventDefault();
  };
  const onShortcutKey = (event: KeyboardEvent): void => {
    if (event.key !== '/' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    // The page behind knows this key too.
    event.stopPropagation();
    onClose();
    onShortcuts();
  };
  const optionAt = ({ target }: MouseEvent): Option | undefined => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-option]') : null;
    return options.find((option) => option.id === row?.dataset['option']);
  };

  return (
    <Modal
      className="spotlight"
      aria-label={t('spotlight.search')}
      onKeyDown={onShortcutKey}
      onClose={onClose}
    >
      <div className="spotlight-field">
        <Search className="icon-20" aria-hidden="true" />
        <input
          ref={input}
          type="search"
          role="combobox"
          aria-label={t('spotlight.placeholder')}
          aria-expanded
          aria-controls={`${id}-results`}
          aria-autocomplete="list"
          aria-activedescendant={active && optionDomId(id, active)}
          placeholder={t('spotlight.placeholder')}
          value={typed}
          maxLength={maxQuery}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setChosen(undefined);
            hasty.current = undefined;
          }}
        />
        {isCounted && <span className="spotlight-count numeric">{counted}</span>}
        {mobile ? (
          <IconButton label={t('actions.close')} icon={<X />} onClick={onClose} />
        ) : (
          <kbd className="key">{shortcutText('Escape')}</kbd>
        )}
      </div>
      <SpotlightFilters {...{ filter, isAdmin }} onChoose={choose} />
      <NothingFound {...{ query, isWaiting, isFound, mayHaveMissed, failed: hasFailed }} />
      <div
        ref={list}
        id={`${id}-results`}
        className="spotlight-results"
        role="listbox"
        tabIndex={-1}
        aria-label={t('spotlight.results')}
        aria-busy={isWaiting}
        onKeyDown={onKeyDown}
        // The field keeps the focus.
        onMouseDown={(event) => event.preventDefault()}
        onMouseMove={(event) => {
          const option = optionAt(event);
          if (option && option.id !== active?.id) setChosen(option.id);
        }}
        onClick={(event) => {
          const option = optionAt(event);
          if (option) open(option, event.ctrlKey || event.metaKey);
        }}
      >
        <ResultGroups {...{ id, groups, query }} active={active?.id} />
      </div>
      <SpotlightKeys />
    </Modal>
  );
};
