import type { Endpoints } from '@holdall/contract/endpoints';
import type { AnswersOf } from '@holdall/contract/endpoint';
import type { Category, Item } from '@holdall/contract/files';
import type { ReactNode } from 'react';
import { fitOf } from './matching.ts';
import type { Recent } from './recent.store.ts';
import { searchLimits, shownOfAll } from './search-limits.ts';

export type SearchAnswer = AnswersOf<Endpoints['search']>;

export const filters = [
  'all',
  'folders',
  'files',
  'images',
  'videos',
  'audios',
  'documents',
  'users',
  'actions',
] as const;
export type Filter = (typeof filters)[number];

const categories: ReadonlySet<Filter> = new Set(['images', 'videos', 'audios', 'documents']);
const isCategory = (filter: Filter): filter is Filter & Category => categories.has(filter);

/** Kinds of results to ask the server for; of files, one category where one is given. */
export interface Sought {
  readonly type: 'all' | 'folder' | 'file';
  readonly category?: Category | undefined;
}

/** Returns the query that a filter sends to the server; undefined for none. */
export const soughtBy = (filter: Filter): Sought | undefined => {
  const type = searchTypeOf(filter);
  return type && { type, category: isCategory(filter) ? filter : undefined };
};

/** The type that a filter asks the server for. */
export const searchTypeOf = (filter: Filter): 'all' | 'folder' | 'file' | undefined => {
  if (filter === 'all') return 'all';
  if (filter === 'folders') return 'folder';
  return filter === 'actions' || filter === 'users' ? undefined : 'file';
};

/** Something that the spotlight does: an action, or the way to a page. */
export interface Command {
  readonly id: string;
  readonly title: string;
  /** Other words that people may look for. */
  readonly also?: string;
  readonly icon: ReactNode;
  /** The press that does the same, as `shortcutText` takes it: `Mod+/`. */
  readonly shortcut?: string;
  readonly run: () => void;
}

/** An item as its row needs it. */
export interface ItemResult {
  readonly item: Recent & { readonly thumbnail: string | undefined };
  /** Names of the folders above it, from the top; undefined where that is not known. */
  readonly path: readonly string[] | undefined;
  readonly trashed: boolean;
  /** The link to it. */
  readonly shared?: Item['data']['relationships']['shared'];
  /** Time at which it was moved to the trash itself, ISO 8601. */
  readonly deletedAt: string | null;
}

/** A user, as administrators find them. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly avatar: { readonly xs: string; readonly sm: string; readonly md: string } | null;
  readonly color: string;
}

export type Option =
  | { readonly id: string; readonly kind: 'person'; readonly person: Person }
  | { readonly id: string; readonly kind: 'item'; readonly result: ItemResult }
  | { readonly id: string; readonly kind: 'command'; readonly command: Command }
  | {
      readonly id: string;
      readonly kind: 'more';
      /** The filter that lists the others too. */
      readonly filter: Filter;
      readonly shown: number;
      readonly found: Count;
    };

/** The number of results; `atLeast`: there may be more. */
export interface Count {
  readonly count: number;
  readonly atLeast: boolean;
}

type Searched = 'folders' | 'files' | 'users';

export interface Group {
  readonly name: Searched | 'recent' | 'actions' | 'pages';
  readonly options: readonly Option[];
  /** The number of results, those that are not listed included. */
  readonly found?: Count;
}

/** Returns the number of results of all groups. */
export const foundIn = (groups: readonly Group[]): Count => ({
  count: groups.reduce((sum, { found }) => sum + (found?.count ?? 0), 0),
  atLeast: groups.some(({ found }) => found?.atLeast === true),
});

const resultOf = (data: Item['data']): ItemResult['item'] => ({
  id: data.id,
  type: data.type,
  attributes: data.attributes,
  thumbnail: data.attributes.thumbnail?.xs,
});

/** Results in the server's order, best first; items in the trash are rarely meant. */
const found = (answer: SearchAnswer['folders']['data']): Option[] =>
  answer
    .toSorted((a, b) => Number(a.meta.trashed) - Number(b.meta.trashed))
    .map(({ data, meta }) => ({
      id: data.id,
      kind: 'item',
      result: {
        item: resultOf(data),
        path: meta.ancestors.map(({ name }) => name),
        trashed: meta.trashed,
        shared: data.relationships.shared,
        deletedAt: data.attributes.deleted_at,
      },
    }));

const recent = (items: readonly Recent[]): Option[] =>
  items.map((item) => ({
    id: item.id,
    kind: 'item',
    result: { item: { ...item, thumbnail: undefined }, path: undefined, trashed: false, deletedAt: null },
  }));

const peopleOptions = (people: readonly Person[]): Option[] =>
  people.map((person) => ({ id: person.id, kind: 'person', person }));

const fitting = (commands: readonly Command[], query: string): Option[] =>
  commands
    .map((command) => ({ command, fit: query === '' ? 1 : fitOf(query, command.title, command.also) }))
    .filter(({ fit }) => fit > 0)
    .toSorted((a, b) => b.fit - a.fit)
    .map(({ command }) => ({ id: command.id, kind: 'command', command }));

const bestFit = (commands: readonly Command[], query: string): number =>
  Math.max(0, ...commands.map(({ title, also }) => fitOf(query, title, also)));

/** A folder that actions may be about. */
export interface FoundFolder {
  readonly id: string;
  readonly name: string;
}

/** The folder that is listed first of what was found, unless it lies in the trash. */
export const bestFolder = ({ filter, answer }: Pick<Asked, 'filter' | 'answer'>): FoundFolder | undefined => {
  const [best] = filter === 'all' ? found(answer?.folders.data ?? []) : [];
  if (best?.kind !== 'item' || best.result.trashed || best.result.item.type !== 'folder') return undefined;
  return { id: best.result.item.id, name: best.result.item.attributes.name };
};

/** Tells whether a search has found folders or files. */
export const hasItems = (answer: SearchAnswer | undefined): boolean =>
  answer !== undefined && answer.folders.data.length + answer.files.data.length > 0;

/** Tells whether a search may have left results out. */
export const isCut = (answer: SearchAnswer | undefined): boolean =>
  answer !== undefined && !(answer.folders.complete && answer.files.complete);

interface Asked {
  readonly query: string;
  readonly filter: Filter;
  /** The server's, of this query or, while that is on its way, of the one before. */
  readonly answer: SearchAnswer | undefined;
  readonly recents: readonly Recent[];
  /** Users that match; none for people who are no administrators. */
  readonly people: readonly Person[];
  readonly actions: readonly Command[];
  /** Actions with what was typed; they fit every query. */
  readonly made: readonly Command[];
  readonly pages: readonly Command[];
}

/** Returns the results in groups, none of which is empty. */
export const groupsOf = ({
  query,
  filter,
  answer,
  recents,
  people,
  actions,
  made,
  pages,
}: Asked): Group[] => {
  const isAll = filter === 'all';
  const typed = query !== '';
  const folders = typed && (isAll || filter === 'folders') ? found(answer?.folders.data ?? []) : [];
  const files = typed && searchTypeOf(filter) !== undefined ? found(answer?.files.data ?? []) : [];
  const users = typed && (isAll || filter === 'users') ? peopleOptions(people) : [];
  const all = isAll || filter === 'actions';
  const doing = all ? fitting(actions, query) : [];
  const making: Option[] =
    all && typed ? made.map((command) => ({ id: command.id, kind: 'command', command })) : [];
  const going = all ? fitting(pages, query) : [];
  const limited = (options: readonly Option[], limit: number) => (isAll ? options.slice(0, limit) : options);
  const searched = (
    name: Searched,
    options: readonly Option[],
    { askedFor, isComplete }: { askedFor: number; isComplete: boolean },
  ): Group => {
    const shown = limited(options, shownOfAll[name]);
    const count = { count: options.length, atLeast: !isComplete && options.length > 0 };
    // Fewer than were asked for are all that a search finds, whatever it has not looked at.
    const hasOthers = isAll && count.atLeast && options.length >= askedFor;
    const isWhole = shown.length === options.length && !hasOthers;
    const more: Option = {
      id: `more-${name}`,
      kind: 'more',
      filter: name,
      shown: shown.length,
      found: count,
    };
    return { name, options: isWhole ? options : [...shown, more], found: count };
  };
  const askedFor = searchLimits[searchTypeOf(filter) ?? 'all'];
  const toDo: Group = {
    name: 'actions',
    options: [...limited(doing, typed ? shownOfAll.actions : doing.length), ...making],
  };
  const toGo: Group = { name: 'pages', options: limited(going, shownOfAll.pages) };
  const isPageMeant = typed && bestFit(pages, query) > bestFit(actions, query);
  const groups: Group[] = [
    { name: 'recent', options: typed || !isAll ? [] : recent(recents) },
    searched('folders', folders, { askedFor, isComplete: answer?.folders.complete !== false }),
    searched('files', filter === 'folders' ? [] : files, {
      askedFor,
      isComplete: answer?.files.complete !== false,
    }),
    searched('users', users, {
      askedFor: searchLimits.users,
      isComplete: users.length < searchLimits.users,
    }),
    ...(isPageMeant ? [toGo, toDo] : [toDo, toGo]),
  ];
  return groups.filter(({ options }) => options.length > 0);
};

/** The option that a key leads to; the ends meet. Undefined for keys that do not move. */
export const movedOption = (
  key: string,
  options: readonly Option[],
  active: string | undefined,
): string | undefined => {
  const by = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
  if (by === 0 || options.length === 0) return undefined;
  const at = options.findIndex(({ id }) => id === active);
  const next = at < 0 ? (by > 0 ? 0 : options.length - 1) : (at + by + options.length) % options.length;
  return options[next]?.id;
};
