import type { UsersQuery } from '@holdall/contract/admin-users';
import { foldText } from '#lib/search-key.ts';
import { sortKey } from '#lib/sort-key.ts';
import type { NamedRow } from './users.types.ts';

type Names = Pick<NamedRow, 'first_name' | 'last_name'>;

/** First and last name. */
export const nameOf = ({ first_name: first, last_name: last }: Names): string => `${first} ${last}`.trim();

/** Returns the name of a user, or the e-mail if there is none. */
export const calledOf = (user: Omit<NamedRow, 'id'>): string => nameOf(user) || user.email;

const plain = (text: string): string => text.normalize('NFC').trim().replaceAll(/\s+/gu, ' ');

/** Tells whether the typed text names the account that is to be deleted. */
export const isNamed = (user: Omit<NamedRow, 'id'>, typed: string): boolean =>
  plain(typed) === plain(calledOf(user));

const ascii = /^[\x20-\x7e]*$/;
/** As `foldText`, with a shortcut for ASCII names. */
const folded = (text: string): string => (ascii.test(text) ? text.toLowerCase() : foldText(text));

const isFound = (user: NamedRow, wanted: string): boolean =>
  folded(nameOf(user)).includes(wanted) || folded(user.email).includes(wanted);

/** Neither accents nor digits: most names. */
const simple = /^[\x20-\x2f\x3a-\x7e]*$/;
/** As `sortKey`, with a shortcut for simple names. */
const orderKey = (text: string): string => (simple.test(text) ? text.toLowerCase() : sortKey(text));

const compare = (one: string, other: string): number => {
  if (one === other) return 0;
  return one < other ? -1 : 1;
};

/** Returns the users whose name or e-mail contains the search text, ignoring case and accents. */
export const found = (users: readonly NamedRow[], search: string): NamedRow[] => {
  const wanted = folded(search);
  return users.filter((user) => isFound(user, wanted));
};

/** Returns the users sorted by name; the order of equal names is stable. */
export const inOrderOfNames = (
  users: readonly NamedRow[],
  direction: UsersQuery['direction'],
): NamedRow[] => {
  const keyed = users.map((user) => ({ user, key: orderKey(calledOf(user)) }));
  const factor = direction === 'ASC' ? 1 : -1;
  return keyed
    .toSorted((one, other) => factor * (compare(one.key, other.key) || compare(one.user.id, other.user.id)))
    .map(({ user }) => user);
};
