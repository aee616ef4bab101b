import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { treeTopKey } from '#shared/api/query-keys.ts';
import { createStore } from '#shared/lib/store.ts';
import { change } from '#shared/testing/page.tsx';
import { setExpanded } from './expanded.store.ts';
import type { TreeFolder } from './tree.queries.ts';
import { useTree, type Tree } from './use-tree.ts';

const folder = (id: string, folders: readonly TreeFolder[] = [], count = folders.length) => ({
  id,
  name: id,
  emoji: null,
  color: null,
  items: count,
  folders_count: count,
  folders,
});

/** Stands in for the server; tells which levels were asked for. @param wait what answers wait for, by level */
const server = (
  levels: Readonly<Record<string, readonly TreeFolder[]>>,
  wait: Readonly<Record<string, Promise<void>>> = {},
) => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const { searchParams } = new URL(address, 'http://localhost');
    const parent = searchParams.get('parent_id') ?? 'top';
    const offset = Number(searchParams.get('offset'));
    asked.push(offset > 0 ? `${parent} from ${offset}` : parent);
    const all = levels[parent] ?? [];
    await wait[parent];
    const meta = { total: all.length, offset, limit: 1000 };
    return Response.json({ data: all.slice(offset, offset + 1000), meta });
  });
  return asked;
};

/** Lets levels that wait for one another come. */
const settle = async (): Promise<void> => {
  for (let level = 0; level < 5; level += 1) await change();
};

const rendered = async (expanded: readonly string[]) => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const store = createStore<ReadonlySet<string>>(new Set(expanded));
  const seen = createStore<Tree | undefined>(undefined);
  const Probe = () => {
    const tree = useTree(store);
    useEffect(() => seen.set(tree));
    return null;
  };
  const client = new QueryClient();
  const root = createRoot(document.createElement('div'));
  onTestFinished(() => act(async () => root.unmount()));
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <Probe />
      </QueryClientProvider>,
    ),
  );
  await settle();
  return {
    store,
    invalidate: () => client.invalidateQueries({ queryKey: treeTopKey }),
    keys: () => seen.get()?.rows.map(({ key }) => key),
    show: (a: number, b: number) => seen.get()?.show(a, b),
  };
};

test('the first answer carries two levels; a third is asked for when it opens', async () => {
  const asked = server({
    top: [folder('a', [folder('a1', [], 1)]), folder('b')],
    a1: [folder('a11')],
  });
  const { store, keys } = await rendered(['a']);
  expect(keys()).toEqual(['a', 'a1', 'b']);
  expect(asked).toEqual(['top']);
  act(() => setExpanded(store, ['a1'], true));
  await settle();
  expect(keys()).toEqual(['a', 'a1', 'a11', 'b']);
  expect(asked).toEqual(['top', 'a1']);
});

test('folders that are remembered as open are loaded one below the other, unknown ones never', async () => {
  const asked = server({
    top: [folder('a', [], 1)],
    a: [folder('a1', [], 1)],
    a1: [folder('a11')],
  });
  const { keys } = await rendered(['gone', 'a1', 'a']);
  await settle();
  expect(keys()).toEqual(['a', 'a1', 'a11']);
  expect(asked).toEqual(['top', 'a', 'a1']);
});

test('pages of a long level load where they are looked at', async () => {
  const many = Array.from({ length: 2_500 }, (_, index) => folder(`f${index}`));
  const asked = server({ top: many });
  const { keys, show } = await rendered([]);
  expect(keys()?.length).toBe(2_500);
  expect(keys()?.[2_400]).toBe('root 2400');
  act(() => show(2_390, 2_420));
  await settle();
  expect(keys()?.[2_400]).toBe('f2400');
  expect(asked).toEqual(['top', 'top from 2000']);
});

test('a folder that is gone is not asked for; what is below the others follows', async () => {
  const levels = {
    top: [folder('a', [], 1), folder('b', [], 1)],
    a: [folder('a1', [], 1)],
    a1: [folder('a11')],
    b: [folder('b1')],
  };
  const asked = server(levels);
  const { keys, invalidate } = await rendered(['a', 'a1', 'b']);
  await settle();
  expect(keys()).toEqual(['a', 'a1', 'a11', 'b', 'b1']);
  asked.length = 0;
  levels.top = [folder('a', [], 1)];
  levels.a1 = [folder('a11'), folder('a12')];
  await act(() => invalidate());
  await settle();
  expect(asked).toEqual(['top', 'a', 'a1']);
  expect(keys()).toEqual(['a', 'a1', 'a11', 'a12']);
});

test('a level whose first answer is older than what has come for the one above is asked for again', async () => {
  const slow = Promise.withResolvers<void>();
  const levels = { top: [folder('a', [], 1)], a: [folder('a1')] };
  const asked = server(levels, { a: slow.promise });
  const { invalidate } = await rendered(['a']);
  expect(asked).toEqual(['top', 'a']);
  await act(() => invalidate());
  await settle();
  expect(asked).toEqual(['top', 'a', 'top']);
  slow.resolve();
  await settle();
  expect(asked).toEqual(['top', 'a', 'top', 'a']);
});
