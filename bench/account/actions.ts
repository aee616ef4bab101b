import type { Change } from '@holdall/contract/actions';
import type { Browse, Item } from '@holdall/contract/files';
import type { Answer } from '../lib/client.ts';
import type { Chapter, Scenario, Stage } from './scenario.ts';

const newFolder = async (stage: Stage, name: string): Promise<string> => {
  const { body } = await stage.ask('POST', '/api/create-folder', { name, on_conflict: 'rename' });
  return (JSON.parse(body) as Item).data.id;
};

const undo = (stage: Stage) => (answer: Answer) =>
  stage.ask('POST', '/api/undo', { operation: (JSON.parse(answer.body) as Change).meta.operation });

/** Changes to one item and to a hundred thousand. */
export const actions: Chapter = {
  title: 'Actions',
  scenarios: async (stage) => {
    const { largeFolder } = stage;
    const page = await stage.ask('GET', `/api/browse/folders/${largeFolder}?limit=1`);
    const { files, meta } = JSON.parse(page.body) as Browse;
    const file = files.data[0]?.data.id ?? '';
    const [here, there] = [await newFolder(stage, 'bench here'), await newFolder(stage, 'bench there')];
    const whole = meta.total;
    const folder = { id: largeFolder, type: 'folder' };
    const one = { id: file, type: 'file' };
    const scenarios: Scenario[] = [
      {
        name: 'rename a file',
        repeats: 'cheap',
        run: (iteration) => stage.ask('PATCH', `/api/rename/${file}`, { name: `renamed ${iteration}.jpg` }),
      },
      {
        name: `move a file out of ${whole}`,
        repeats: 'cheap',
        run: () => stage.ask('POST', '/api/move', { to_id: here, items: [one] }),
        after: undo(stage),
      },
      {
        name: `move a folder of ${whole}`,
        repeats: 'cheap',
        run: () => stage.ask('POST', '/api/move', { to_id: here, items: [folder] }),
        after: undo(stage),
      },
      {
        name: `remove a folder of ${whole}`,
        repeats: 'cheap',
        run: () => stage.ask('POST', '/api/remove', { items: [folder] }),
        after: undo(stage),
      },
      {
        name: `copy a folder of ${whole}`,
        repeats: 'dear',
        run: () => stage.ask('POST', '/api/copy', { to_id: here, items: [folder] }),
        after: undo(stage),
      },
      {
        name: `move all ${whole} items of a folder`,
        repeats: 'dear',
        run: () => stage.ask('POST', '/api/move', { to_id: there, all_of: { id: largeFolder } }),
        after: () => stage.ask('POST', '/api/move', { to_id: largeFolder, all_of: { id: there } }),
      },
      {
        name: `undo a move of all ${whole} items`,
        repeats: 'dear',
        run: async () =>
          undo(stage)(await stage.ask('POST', '/api/move', { to_id: there, all_of: { id: largeFolder } })),
      },
      {
        name: `remove all ${whole} items of a folder`,
        repeats: 'dear',
        run: () => stage.ask('POST', '/api/remove', { all_of: { id: largeFolder } }),
        after: undo(stage),
      },
    ];
    return scenarios;
  },
};
