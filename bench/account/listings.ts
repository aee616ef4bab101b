import type { Browse } from '@holdall/contract/files';
import type { Chapter, Scenario, Stage } from './scenario.ts';

const pageSize = 500;
const sorts = ['created_at', 'name', 'size', 'modified_at'];

interface Page {
  readonly name: string;
  readonly path: string;
  readonly target?: number;
}

const get = (stage: Stage, { name, path, target }: Page): Scenario => ({
  name,
  repeats: 'cheap',
  run: () => stage.ask('GET', path),
  ...(target === undefined ? {} : { target }),
});

/** Every page of every listing. */
export const listings: Chapter = {
  title: 'Listings',
  scenarios: async (stage) => {
    const large = `/api/browse/folders/${stage.largeFolder}`;
    const { meta } = JSON.parse((await stage.ask('GET', `${large}?limit=1`)).body) as Browse;
    const last = Math.max(0, meta.total - pageSize);
    const pages = [
      ['first', 0, 10],
      ['middle', Math.floor(last / 2), 30],
      ['last', last, 30],
    ] as const;
    return [
      get(stage, { name: 'top of the account', path: '/api/browse/folders/root', target: 10 }),
      get(stage, { name: `first 50 of ${meta.total}`, path: `${large}?limit=50`, target: 10 }),
      ...sorts.flatMap((sort) =>
        ['DESC', 'ASC'].flatMap((direction) =>
          pages.map(([page, offset, target]) =>
            get(stage, {
              name: `${meta.total} by ${sort} ${direction}, ${page} page`,
              path: `${large}?sort=${sort}&direction=${direction}&offset=${offset}&limit=${pageSize}`,
              target,
            }),
          ),
        ),
      ),
    ];
  },
};

/** Listings other than those of folders. */
export const views: Chapter = {
  title: 'Views',
  scenarios: async (stage) => {
    const trash = JSON.parse((await stage.ask('GET', '/api/browse/trash/root?limit=1')).body) as Browse;
    const trashed = trash.folders.data[0]?.data.id ?? '';
    const tree = JSON.parse((await stage.ask('GET', '/api/browse/navigation')).body) as {
      data: { id: string; folders_count: number }[];
    };
    const parent = tree.data.toSorted((one, other) => other.folders_count - one.folders_count)[0]?.id ?? '';
    const item = trash.files.data[0]?.data.id ?? trashed;
    return [
      get(stage, {
        name: 'latest, a tenth of the account newer and in the trash',
        path: '/api/browse/latest',
      }),
      get(stage, { name: 'tree, two levels', path: '/api/browse/navigation' }),
      get(stage, { name: 'tree, below a folder', path: `/api/browse/navigation?parent_id=${parent}` }),
      ...['created_at', 'modified_at', 'deleted_at', 'name', 'size'].map((sort) =>
        get(stage, { name: `trash by ${sort}, first page`, path: `/api/browse/trash/root?sort=${sort}` }),
      ),
      get(stage, { name: 'trash, inside a large folder', path: `/api/browse/trash/${trashed}` }),
      get(stage, { name: 'details of an item', path: `/api/items/${item}` }),
      get(stage, { name: 'the signed-in user', path: '/api/user' }),
    ];
  },
};
