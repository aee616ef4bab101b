/** Actions in accounts of every size. */
import type { Change } from '@holdall/contract/actions';
import type { Browse } from '@holdall/contract/files';
import type { Answer } from '../wire/connection.ts';
import type { Action, Stage, Touched } from './action.ts';
import type { Complexity } from './fit.ts';

/** Items of a page that a screen shows. */
const seen = 50;
/** Items of a page at the most. */
const pageSize = 1_000;

const parse = ({ body }: Answer): unknown => JSON.parse(body.toString());

/** Actions with a constant cost in every account. */
export const accountActions = async (stage: Stage): Promise<Action[]> => {
  const { large, ask } = stage;
  const page = (offset: number, limit = seen) =>
    ask('GET', `/api/browse/folders/${large.id}?sort=name&direction=ASC&offset=${offset}&limit=${limit}`);
  const file = (parse(await page(0, 1)) as Browse).files.data[0]?.data.id ?? '';
  const search = (query: string) => async () => {
    const { body } = await ask('GET', `/api/search?query=${query}`);
    if (!body.includes('"type":"file"')) throw new Error(`nothing is found for ${query}`);
  };
  const flat = { complexity: 'flat' } as const;
  return [
    { ...flat, topic: 'listing', name: 'First 50 of a tenth of the account', run: () => page(0) },
    {
      ...flat,
      topic: 'listing',
      name: '50 from the middle of it',
      run: () => page(Math.max(0, Math.floor(large.count / 2) - seen)),
    },
    { ...flat, topic: 'search', name: 'One hit', run: search('zebrafish') },
    { ...flat, topic: 'search', name: 'Many hits', run: search('jpg') },
    {
      ...flat,
      topic: 'changes',
      name: 'Rename of a file',
      run: (iteration) => ask('PATCH', `/api/rename/${file}`, { name: `renamed ${iteration}.jpg` }),
    },
    {
      ...flat,
      topic: 'changes',
      name: 'Upload of 10 KiB',
      run: (iteration) => stage.upload(large.id, `new ${iteration}.bin`),
    },
  ];
};

/** Takes back what was changed last. */
const undoing = (ask: Stage['ask']) => {
  let operation: string | null = null;
  return {
    remember: (answer: Answer) => {
      ({ operation } = (parse(answer) as Change).meta);
    },
    undo: () => ask('POST', '/api/undo', { operation }),
  };
};

/**
 * Actions on a folder and its content.
 *
 * @param complexity of actions that visit everything in the folder; the folder itself is one item, regardless
 * of its size
 */
export const folderActions = (stage: Stage, touched: Touched, complexity: Complexity): Action[] => {
  const { ask, elsewhere, swept } = stage;
  const { count, folder: id, toDelete } = touched;
  const folder = { id, type: 'folder' };
  const remove = (items: readonly object[]) => ask('POST', '/api/remove', { items });
  const restore = () => ask('POST', '/api/trash/restore', { items: [folder] });
  const { remember, undo } = undoing(ask);
  const removeAll = async () => remember(await ask('POST', '/api/remove', { all_of: { id } }));
  const url = `/api/zip?items=${encodeURIComponent(`${id}|folder`)}`;
  // A GET of very many entries starts before the layout is complete.
  const layOut = () => ask('HEAD', url);
  let size = 0;
  const changes = { topic: 'changes' } as const;
  return [
    {
      topic: 'listing',
      complexity,
      name: 'A whole folder, all pages',
      run: async () => {
        for (let offset = 0; offset < count; offset += pageSize)
          await ask('GET', `/api/browse/folders/${id}?offset=${offset}&limit=${Math.min(count, pageSize)}`);
      },
    },
    {
      topic: 'zip',
      complexity,
      name: 'Layout of an archive',
      // A layout is kept until something in the account changes.
      before: (iteration) => ask('PATCH', `/api/rename/${elsewhere}`, { name: `elsewhere ${iteration}` }),
      run: layOut,
    },
    {
      topic: 'zip',
      complexity,
      name: 'An archive, all of it',
      before: async () => {
        size = Number((await layOut()).header('content-length'));
      },
      run: () => stage.fetch(url, size),
    },
    {
      ...changes,
      complexity: 'flat',
      name: 'Move of a folder',
      run: () => ask('POST', '/api/move', { to_id: elsewhere, items: [folder] }),
      after: () => ask('POST', '/api/move', { to_id: null, items: [folder] }),
    },
    {
      ...changes,
      complexity: 'flat',
      name: 'A folder to the trash',
      run: () => remove([{ ...folder, force_delete: false }]),
      after: restore,
    },
    {
      ...changes,
      complexity: 'flat',
      name: 'A folder back from it',
      before: () => remove([{ ...folder, force_delete: false }]),
      run: restore,
    },
    {
      ...changes,
      complexity,
      name: 'Move of all in a folder',
      run: () => ask('POST', '/api/move', { to_id: elsewhere, all_of: { id } }),
      after: () => ask('POST', '/api/move', { to_id: id, all_of: { id: elsewhere } }),
    },
    { ...changes, complexity, name: 'All in a folder to the trash', run: removeAll, after: undo },
    { ...changes, complexity, name: 'All of it back', before: removeAll, run: undo },
    {
      ...changes,
      complexity,
      name: 'Deletion for good',
      before: swept,
      run: async (iteration) => {
        await remove([{ id: toDelete[iteration] ?? '', type: 'folder', force_delete: true }]);
        await swept();
      },
      atMost: toDelete.length,
    },
  ];
};
