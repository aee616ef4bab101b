import { expect, it } from 'vitest';
import { plantItems } from '#testing/plant-items.ts';
import { useTree } from '#testing/use-tree.ts';
import { countWithin } from './index.ts';

const { server, ada } = useTree();
const none: ReadonlySet<string> = new Set();
const noLimit = { except: none, atMost: Number.POSITIVE_INFINITY };

it('items and containers are counted with everything live below them, also a folder of very many folders', async () => {
  const { db, clock } = server.parts;
  const { id: ownerId } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const [top, other] = [await ada.folder('top'), await ada.folder('other')];
  await plantItems(db, { ownerId, parent: top, type: 'folder', count: 2_500, now: clock.now() });
  const inner = await ada.folder('inner', top);
  await ada.files(3, inner);
  const [trashed] = await ada.files(2, other);
  if (trashed === undefined) throw new Error('There is no file.');
  await ada.remove([trashed]);
  const [file] = await ada.files(1, null);
  const items = (...ids: string[]) => countWithin(db, { kind: 'items', ids }, noLimit);
  expect(await items(top.id)).toBe(1 + 2_500 + 1 + 3);
  expect(await items(other.id, file?.id ?? '')).toBe(3);
  const place = (container: string, except: string[] = []) =>
    countWithin(db, { kind: 'place', container, ownerId }, { ...noLimit, except: new Set(except) });
  expect(await place(top.id)).toBe(2_504);
  expect(await place(top.id, [inner.id])).toBe(2_500);
  expect(await place(ownerId)).toBe(2_505 + 2 + 1);
  expect(await place(ownerId, [top.id])).toBe(3);
});

it('counting stops beyond the requested number', async () => {
  const { db } = server.parts;
  const top = await ada.folder('top');
  const inner = await ada.folder('inner', top);
  const second = await ada.folder('second', top);
  await ada.files(2, inner);
  await ada.files(2, second);
  const count = await countWithin(db, { kind: 'items', ids: [top.id] }, { except: none, atMost: 2 });
  expect(count).toBe(3);
});
