import { beforeEach, expect, test } from 'vitest';
import { readLocal, writeLocal } from '#shared/lib/local-setting.ts';
import { identify, markAuthorized, markUnauthorized } from '#shared/session/session.ts';
import { recordOpened, recentItems } from './recent.store.ts';

const item = (id: string) => {
  const facts = {
    name: id,
    color: null,
    emoji: null,
    category: null,
    parent_id: null,
    size: 1,
    mimetype: null,
  };
  const times = { created_at: '', modified_at: '', deleted_at: null, file_url: null, thumbnail: null };
  return {
    id,
    type: 'file',
    attributes: { ...facts, ...times },
    relationships: { shared: null },
  } as const;
};
const ids = () => recentItems().map(({ id }) => id);

beforeEach(() => {
  markAuthorized();
  identify('ada');
});

test('the item that was opened last comes first, once, and only the last few', () => {
  for (const id of ['a', 'b', 'a']) recordOpened(item(id));
  expect(ids()).toEqual(['a', 'b']);
  for (let number = 0; number < 20; number += 1) recordOpened(item(String(number)));
  expect(ids()).toHaveLength(8);
  expect(ids()[0]).toBe('19');
});

test('the list is forgotten with the session, and never shown to somebody else', () => {
  recordOpened(item('secret'));
  const left = readLocal('recent') ?? '';
  markUnauthorized();
  expect(readLocal('recent')).not.toContain('secret');
  // The session ended while no page was open: nobody could forget it.
  writeLocal('recent', left);
  expect(ids()).toEqual([]);
  markAuthorized();
  identify('grace');
  expect(ids()).toEqual([]);
  recordOpened(item('own'));
  expect(ids()).toEqual(['own']);
});

test.each(['nonsense', '[]', '[null]', '{"userId":"ada"}'])('unreadable content is nothing: %s', (value) => {
  writeLocal('recent', value);
  expect(recentItems()).toEqual([]);
  recordOpened(item('a'));
  expect(ids()).toEqual(['a']);
});
