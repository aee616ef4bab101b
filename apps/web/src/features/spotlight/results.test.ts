import type { Category, Item } from '@holdall/contract/files';
import { expect, test } from 'vitest';
import { openPathOf, showPathOf } from './result-path.ts';
import {
  bestFolder,
  foundIn,
  groupsOf,
  movedOption,
  soughtBy,
  type Command,
  type Filter,
  type Person,
  type SearchAnswer,
} from './results.ts';

const command = (id: string, title: string): Command => ({ id, title, icon: null, run: () => undefined });
const item = (id: string, type: 'folder' | 'file', category: Category | null = null): Item['data'] => ({
  id,
  type,
  attributes: {
    name: id,
    mimetype: null,
    color: null,
    emoji: null,
    parent_id: 'p',
    size: 1,
    category,
    file_url: null,
    thumbnail: null,
    deleted_at: null,
    created_at: '2026-01-01T00:00:00.000Z',
    modified_at: '2026-01-01T00:00:00.000Z',
  },
  relationships: { shared: null },
});
const found = (data: Item['data'], trashed = false) => ({ data, meta: { ancestors: [], trashed } });
const listOf = (data: SearchAnswer['files']['data'], complete = true) => ({ data, complete });
const many = (type: 'folder' | 'file', length: number) =>
  Array.from({ length }, (_, at) => found(item(`${type} ${at}`, type)));
const answer: SearchAnswer = { folders: listOf(many('folder', 9)), files: listOf(many('file', 12)) };
const ada: Person = { id: 'ada', name: 'Ada', email: 'ada@example.com', avatar: null, color: '#006671' };
const asked = (query: string, filter: Filter = 'all', people: readonly Person[] = []) =>
  groupsOf({
    query,
    filter,
    answer,
    recents: [{ ...item('recent', 'file') }],
    people,
    actions: [command('theme', 'Toggle theme'), command('upload', 'Upload files')],
    made: [command('made', `New folder named “${query}”`)],
    pages: [command('trash', 'Trash')],
  }).map(({ name, options }) => [name, options.length] as const);

test('the last opened items, actions and pages are listed without a query', () => {
  expect(asked('')).toEqual([
    ['recent', 1],
    ['actions', 2],
    ['pages', 1],
  ]);
});

test('a query lists some of each kind, and the actions that fit or are made of it', () => {
  // The last of those that were found leads to the others.
  expect(asked('upl')).toEqual([
    ['folders', 5],
    ['files', 7],
    ['actions', 2],
  ]);
  expect(asked('trash')).toContainEqual(['pages', 1]);
});

const groupsFor = (
  filter: Filter,
  {
    folders = 0,
    files = 0,
    people = [],
    complete = true,
  }: { folders?: number; files?: number; people?: readonly Person[]; complete?: boolean },
) =>
  groupsOf({
    query: 'x',
    filter,
    answer: { folders: listOf(many('folder', folders)), files: listOf(many('file', files), complete) },
    recents: [],
    people,
    actions: [],
    made: [],
    pages: [],
  });
const leadsOn = (groups: ReturnType<typeof groupsFor>) =>
  groups.flatMap(({ options }) => options.filter(({ kind }) => kind === 'more'));

test('a group that lists a part of what was found says of how much, and leads to all of it', () => {
  const groups = groupsFor('all', { folders: 4, files: 12 });
  expect(leadsOn(groups)).toEqual([
    { id: 'more-files', kind: 'more', filter: 'files', shown: 6, found: { count: 12, atLeast: false } },
  ]);
  expect(foundIn(groups)).toEqual({ count: 16, atLeast: false });
});

test('results that may have left others out are at least so many', () => {
  const groups = groupsFor('all', { files: 20, complete: false });
  expect(leadsOn(groups)).toMatchObject([{ shown: 6, found: { count: 20, atLeast: true } }]);
  expect(foundIn(groups)).toEqual({ count: 20, atLeast: true });
  expect(foundIn(groupsFor('all', { files: 20 }))).toEqual({ count: 20, atLeast: false });
  expect(foundIn(groupsFor('files', { files: 3, complete: false }))).toEqual({ count: 3, atLeast: true });
});

test('fewer results than were asked for lead to no others, whatever was left out', () => {
  expect(leadsOn(groupsFor('all', { files: 3, complete: false }))).toEqual([]);
});

test('a group of another kind says how much it has, whatever was left out of files', () => {
  const groups = groupsFor('all', { folders: 5, files: 20, complete: false });
  expect(leadsOn(groups)).toMatchObject([
    { filter: 'folders', found: { count: 5, atLeast: false } },
    { filter: 'files', found: { count: 20, atLeast: true } },
  ]);
});

test('a list of one kind is all there is to show', () => {
  expect(leadsOn(groupsFor('files', { files: 100 }))).toEqual([]);
  expect(leadsOn(groupsFor('folders', { folders: 30 }))).toEqual([]);
});

test('more users than are listed are led to as well', () => {
  const people = Array.from({ length: 6 }, (_, at) => ({ ...ada, id: `user ${at}` }));
  expect(leadsOn(groupsFor('all', { people }))).toMatchObject([
    { filter: 'users', shown: 4, found: { count: 6 } },
  ]);
});

test('an action that fits comes before a folder of that name', () => {
  const groups = groupsOf({
    query: 'theme',
    filter: 'all',
    answer: { folders: listOf([]), files: listOf([]) },
    recents: [],
    people: [],
    actions: [command('theme', 'Toggle theme')],
    made: [command('made', 'New folder named “theme”')],
    pages: [],
  });
  expect(groups.flatMap(({ options }) => options.map(({ id }) => id))).toEqual(['theme', 'made']);
});

test('a page comes before actions that fit less than it does', () => {
  const idsFor = (query: string) =>
    groupsOf({
      query,
      filter: 'all',
      answer: { folders: listOf([]), files: listOf([]) },
      recents: [],
      people: [],
      actions: [command('empty', 'Empty trash'), command('out', 'Leave')],
      made: [command('made', `New folder named “${query}”`)],
      pages: [command('trash', 'Trash'), command('latest', 'Latest')],
    }).flatMap(({ options }) => options.map(({ id }) => id));
  expect(idsFor('trash')).toEqual(['trash', 'empty', 'made']);
  expect(idsFor('late')).toEqual(['latest', 'made']);
  expect(idsFor('l')).toEqual(['out', 'made', 'latest']);
  expect(idsFor('')).toEqual(['empty', 'out', 'trash', 'latest']);
});

test('items in the trash come last, the rest stays as it was', () => {
  const files = [found(item('gone', 'file'), true), found(item('b', 'file')), found(item('a', 'file'))];
  const [group] = groupsOf({
    query: 'x',
    filter: 'files',
    answer: { folders: listOf([]), files: listOf(files) },
    recents: [],
    people: [],
    actions: [],
    made: [],
    pages: [],
  });
  expect(group?.options.map(({ id }) => id)).toEqual(['b', 'a', 'gone']);
});

test('a filter shows all of its kind', () => {
  expect(asked('f', 'folders')).toEqual([['folders', 9]]);
  expect(asked('f', 'files')).toEqual([['files', 12]]);
  expect(asked('toggle', 'actions')).toEqual([['actions', 2]]);
  expect(asked('', 'files')).toEqual([]);
  expect(soughtBy('images')).toEqual({ type: 'file', category: 'images' });
  expect(soughtBy('files')).toEqual({ type: 'file', category: undefined });
  expect(soughtBy('actions')).toBeUndefined();
});

test('the ends of the list meet', () => {
  const options = ['a', 'b', 'c'].map((id) => ({ id, kind: 'command', command: command(id, id) }) as const);
  expect(movedOption('ArrowDown', options, 'a')).toBe('b');
  expect(movedOption('ArrowDown', options, 'c')).toBe('a');
  expect(movedOption('ArrowUp', options, 'a')).toBe('c');
  expect(movedOption('ArrowUp', options, undefined)).toBe('c');
  expect(movedOption('Enter', options, 'a')).toBeUndefined();
  expect(movedOption('ArrowDown', [], undefined)).toBeUndefined();
});

test('the folder that is found first may be meant by actions, unless it lies in the trash', () => {
  const best = (folders: readonly ReturnType<typeof found>[]) =>
    bestFolder({
      filter: 'all',
      answer: { folders: listOf([...folders]), files: listOf([found(item('a file', 'file'))]) },
    });
  expect(best([found(item('one', 'folder')), found(item('two', 'folder'))])).toEqual({
    id: 'one',
    name: 'one',
  });
  expect(best([found(item('gone', 'folder'), true)])).toBeUndefined();
  expect(best([])).toBeUndefined();
});

test('items open where they are, in the trash too', () => {
  const result = (type: 'folder' | 'file', trashed: boolean, deletedAt: string | null) => ({
    item: { ...item('x', type), thumbnail: undefined },
    path: [],
    trashed,
    deletedAt,
  });
  const day = '2026-01-01T00:00:00.000Z';
  expect(openPathOf(result('folder', false, null))).toBe('/platform/files/x');
  expect(openPathOf(result('file', false, null))).toBe('/platform/files/p?preview=x');
  expect(showPathOf(result('folder', false, null))).toBe('/platform/files/p?select=x');
  expect(openPathOf(result('folder', true, day))).toBe('/platform/trash/x');
  expect(openPathOf(result('file', true, day))).toBe('/platform/trash?preview=x');
  expect(openPathOf(result('file', true, null))).toBe('/platform/trash/p?preview=x');
  expect(showPathOf(result('file', true, null))).toBe('/platform/trash/p?select=x');
});

test('users that fit are a group of their own, with everything and alone, and nowhere else', () => {
  const groups = (filter?: Filter) => asked('ada', filter, [ada]).map(([name]) => name);
  expect(groups()).toContain('users');
  expect(groups('users')).toEqual(['users']);
  expect(groups('folders')).not.toContain('users');
  expect(asked('', 'all', [ada]).map(([name]) => name)).not.toContain('users');
});
