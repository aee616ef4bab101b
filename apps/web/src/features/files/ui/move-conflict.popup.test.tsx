import type { MoveConflict } from '@holdall/contract/error-codes';
import { beforeAll, expect, test, vi } from 'vitest';
import { batchOf } from '../actions/batch.ts';
import { noDecisions, type MoveDecisions } from '../actions/move-decisions.ts';
import { folderSource } from '../listing/listing-source.ts';
import { actionServer } from '../testing/action-server.ts';
import { draw } from '../testing/draw.tsx';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { change } from '#shared/testing/page.tsx';
import { eventually } from '#shared/testing/eventually.ts';
import { entryNamed } from '../testing/entries.ts';
import { MoveConflictPopup } from './move-conflict.popup.tsx';

beforeAll(withMessages);

const modified_at = '2026-11-21T00:00:00.000Z';
const conflictOf = (name: string, kind: 'file' | 'folder' = 'file'): MoveConflict => ({
  id: `id-${name}`,
  name,
  type: 'file',
  size: 2_000,
  modified_at,
  existing: { id: `old-${name}`, type: kind, size: kind === 'file' ? 7_000 : null, modified_at },
  replaceable: kind === 'file',
});

interface Asked {
  readonly conflicts: readonly MoveConflict[];
  readonly total?: number;
  readonly decisions?: MoveDecisions;
  readonly how?: 'move' | 'copy';
}

const asking = async ({
  conflicts,
  total = conflicts.length,
  decisions = noDecisions,
  how = 'move',
}: Asked) => {
  const calls = actionServer();
  const onClose = vi.fn<() => void>();
  const entries = [...conflicts.map(({ name }) => entryNamed(name)), entryNamed('free.txt')];
  const batch = batchOf(entries, { source: folderSource(null), isTrash: false });
  const to = { id: 'id-folder', name: 'Invoices' };
  const about = { how, batch, to, conflicts, total, decisions };
  const { press } = await draw(<MoveConflictPopup about={about} onClose={onClose} />);
  const title = () => document.querySelector('dialog h2')?.textContent;
  const sent = async () => {
    await eventually(() => expect(calls).toHaveLength(1));
    return calls[0];
  };
  const forAll = () => change(() => document.querySelector<HTMLElement>('input[type=checkbox]')?.click());
  return { calls, onClose, press, title, sent, forAll };
};

const free = { id: 'id-free.txt', type: 'file' };

test.each([
  ['Keep both', 'rename'],
  ['Replace', 'replace'],
])('%s moves the item in that way', async (choice, on_conflict) => {
  const { press, title, sent, onClose } = await asking({ conflicts: [conflictOf('a.txt')] });
  expect(title()).toBe('“a.txt” is already in Invoices');
  expect(document.querySelector('dialog')?.textContent).toContain('7 KB');
  await press(choice);
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(await sent()).toMatchObject({
    path: '/api/move',
    body: {
      to_id: 'id-folder',
      items: [{ id: 'id-a.txt', type: 'file' }, free],
      on_conflict: 'refuse',
      choices: [{ id: 'id-a.txt', on_conflict }],
    },
  });
});

test('a skipped item stays, and the others move', async () => {
  const { press, sent } = await asking({ conflicts: [conflictOf('a.txt')] });
  await press('Skip');
  expect(await sent()).toMatchObject({ path: '/api/move', body: { items: [free] } });
});

test('the popup asks about each item by its name, one after the other', async () => {
  const { press, title, sent } = await asking({
    conflicts: [conflictOf('a.txt'), conflictOf('b', 'folder')],
  });
  await press('Keep both');
  expect(title()).toBe('Invoices already has a folder called “b”');
  expect(document.querySelector('dialog')?.textContent).not.toContain('Replace');
  await press('Keep both');
  expect(await sent()).toMatchObject({
    path: '/api/move',
    body: {
      choices: [
        { id: 'id-a.txt', on_conflict: 'rename' },
        { id: 'id-b', on_conflict: 'rename' },
      ],
    },
  });
});

test('one answer for all also applies to conflicts that were not listed', async () => {
  const { press, forAll, sent } = await asking({
    conflicts: [conflictOf('a.txt'), conflictOf('b.txt')],
    total: 30,
  });
  await forAll();
  await press('Replace');
  expect(await sent()).toMatchObject({ path: '/api/move', body: { on_conflict: 'replace' } });
});

test('a decision for all folders leaves the files’ decision alone', async () => {
  const { press, forAll, sent } = await asking({
    conflicts: [conflictOf('b', 'folder'), conflictOf('c', 'folder')],
    decisions: { ...noDecisions, onConflict: 'replace' },
  });
  await forAll();
  await press('Skip');
  expect(await sent()).toMatchObject({
    path: '/api/move',
    body: { items: [free], on_conflict: 'replace', or_else: 'skip' },
  });
});

test('no request is sent where everything is skipped', async () => {
  const { calls, press, forAll } = await asking({
    conflicts: [conflictOf('a.txt'), conflictOf('free.txt')],
  });
  await forAll();
  await press('Skip');
  expect(calls).toEqual([]);
});

test('Cancel leaves all items in their folder', async () => {
  const { calls, onClose, press } = await asking({ conflicts: [conflictOf('a.txt')] });
  await press('Cancel');
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(calls).toEqual([]);
});

test('a copy is decided on in the same way, in its own words', async () => {
  const { press, sent } = await asking({ conflicts: [conflictOf('a.txt')], how: 'copy' });
  const words = document.querySelector('dialog')?.textContent;
  for (const said of ['You’re copying', 'The copy gets a number', 'It isn’t copied.'])
    expect(words).toContain(said);
  await press('Keep both');
  expect(await sent()).toMatchObject({
    path: '/api/copy',
    body: { to_id: 'id-folder', choices: [{ id: 'id-a.txt', on_conflict: 'rename' }] },
  });
});
