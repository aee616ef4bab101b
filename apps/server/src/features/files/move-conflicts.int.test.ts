import { expect, test } from 'vitest';
import { useTree } from '#testing/use-tree.ts';

const { ada } = useTree();

test('an answer about taken names lists each item, the existing one and the number of conflicts', async () => {
  const to = await ada.folder('to');
  const there = await ada.file('a.txt', to, 7);
  const box = await ada.folder('box', to);
  const [file, folder] = [await ada.file('a.txt', undefined, 3), await ada.folder('box')];
  const free = await ada.file('free.txt');
  const date = expect.stringMatching(/^20/) as string;
  expect(await ada.move([file, free, folder], to)).toMatchObject({
    status: 409,
    conflicts: {
      total: 2,
      items: [
        {
          ...file,
          name: 'a.txt',
          size: 3,
          modified_at: date,
          existing: { ...there, size: 7, modified_at: date },
          replaceable: true,
        },
        {
          ...folder,
          name: 'box',
          size: null,
          existing: { ...box, size: null, modified_at: date },
          replaceable: false,
        },
      ],
    },
  });
});

test('an answer about very many taken names lists twenty', async () => {
  const to = await ada.folder('to');
  const items = [];
  for (let number = 1; number <= 25; number += 1) {
    await ada.file(`${number}.txt`, to);
    items.push(await ada.file(`${number}.txt`));
  }
  const answer = await ada.move(items, to);
  expect(answer).toMatchObject({ status: 409, conflicts: { total: 25 } });
  expect((answer as unknown as { conflicts: { items: unknown[] } }).conflicts.items).toHaveLength(20);
});

test('each conflict is decided individually, and the common decision applies to the others', async () => {
  const to = await ada.folder('to');
  const names = ['kept.txt', 'numbered.txt', 'replaced.txt', 'other.txt', 'another.txt'];
  const items = [];
  for (const name of names) {
    await ada.file(name, to, 7);
    items.push(await ada.file(name, undefined, 3));
  }
  const [kept, numbered, replaced] = items.map(({ id }) => id);
  const choices = [
    { id: kept, on_conflict: 'skip' },
    { id: numbered, on_conflict: 'rename' },
    { id: replaced, on_conflict: 'replace' },
  ];
  expect(await ada.move(items, to, { choices })).toMatchObject({ status: 409, conflicts: { total: 2 } });
  expect(await ada.names()).toHaveLength(6);
  expect(await ada.move(items, to, { choices, on_conflict: 'skip' })).toMatchObject({
    status: 200,
    meta: { count: 2 },
  });
  expect(await ada.names()).toEqual(['to', 'another.txt', 'kept.txt', 'other.txt']);
  expect(await ada.names(to)).toEqual([
    'another.txt',
    'kept.txt',
    'numbered (1).txt',
    'numbered.txt',
    'other.txt',
    'replaced.txt',
  ]);
  const { files } = await ada.browse(to);
  expect(files.data.map(({ data }) => data.id)).toContain(replaced);
});

test('folders, which never replace, have a decision of their own', async () => {
  const to = await ada.folder('to');
  await ada.file('a.txt', to);
  await ada.folder('box', to);
  const items = [await ada.file('a.txt'), await ada.folder('box')];
  expect(await ada.move(items, to, { on_conflict: 'replace' })).toMatchObject({
    status: 409,
    conflicts: { total: 1, items: [{ name: 'box' }] },
  });
  expect(await ada.move(items, to, { on_conflict: 'replace', or_else: 'rename' })).toMatchObject({
    status: 200,
    meta: { count: 2 },
  });
  expect(await ada.names(to)).toEqual(['box', 'box (1)', 'a.txt']);
});

test('a move that skips everything changes nothing and cannot be undone', async () => {
  const to = await ada.folder('to');
  await ada.file('a.txt', to);
  const item = await ada.file('a.txt');
  expect(await ada.move([item], to, { on_conflict: 'skip' })).toMatchObject({
    status: 200,
    meta: { count: 0, operation: null, containers: [] },
  });
});
