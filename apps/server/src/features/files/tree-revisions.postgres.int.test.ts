import { expect, test } from 'vitest';
import { treeStatesOf } from '#testing/tree-states.ts';
import { useTree } from '#testing/use-tree.ts';
import { createTreeLock } from './tree-lock.ts';
import { createTreeRevisions } from './tree-revisions.ts';

const { server, ada } = useTree();

test('a change that is committed after a fold has begun is in the next revision', async () => {
  const { db } = server.parts;
  const [outer, inner] = [await ada.folder('outer'), await ada.folder('inner')];
  await ada.move([inner], outer);
  const file = await ada.file('file', inner);
  const node = createTreeRevisions({ ...server.parts, withTreeLock: createTreeLock(db) });
  const revisions = async () => {
    await node.fold(ada.userId);
    const { folders } = await treeStatesOf(db, ada.userId);
    return [outer.id, inner.id, ada.userId].map((id) => folders.get(id)?.revision);
  };
  await revisions();
  const late = await db.startTransaction().execute();
  await late.updateTable('items').set({ emoji: '🎉' }).where('id', '=', file.id).execute();
  // The same folder is touched by another change, whose touch the fold deletes meanwhile.
  await ada.folder('other', inner);
  const former = await revisions();
  await late.commit().execute();
  const now = await revisions();
  expect(now.map((revision, index) => revision !== former[index])).toEqual([true, true, true]);
  expect(await revisions()).toEqual(now);
});
