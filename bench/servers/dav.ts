/** Files by plain HTTP: PUT, GET, DELETE. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from '../wire/connection.ts';
import { countNames, type Filled, fileNameOf, type ServerSetup, type Running } from './server-under-test.ts';

/** Makes the folders, of empty files, and the one for what comes. @returns the folder of all */
export const layOut = ({ folder, filled }: Pick<ServerSetup, 'folder' | 'filled'>): string => {
  const root = join(folder, 'files');
  mkdirSync(join(root, 'in'), { recursive: true });
  for (const { name, count } of filled) {
    mkdirSync(join(root, name));
    for (let index = 0; index < count; index += 1) writeFileSync(join(root, name, fileNameOf(index)), '');
  }
  return root;
};

/** The header that asks for a range, and what the answer to it must be. */
export const rangeHeaders = (range: { from: number; length: number } | undefined): Record<string, string> =>
  range === undefined ? {} : { range: `bytes=${range.from}-${range.from + range.length - 1}` };

type Calls = Pick<Running, 'put' | 'read' | 'remove' | 'list' | 'hasRanges'>;

/** @param nameMark what comes before each file's name in its listings, once */
export const davCalls = (nameMark: string): Calls => ({
  put: async (connection, name, body) => {
    const path = `/in/${name}`;
    await ask(connection, { method: 'PUT', path, body }, [200, 201, 204]);
    return path;
  },
  read: (connection, path, { range, sink }) =>
    ask(
      connection,
      { method: 'GET', path, headers: rangeHeaders(range), ...(sink === undefined ? {} : { sink }) },
      [range === undefined ? 200 : 206],
    ),
  remove: async (connection, path) => {
    await ask(connection, { method: 'DELETE', path }, [200, 204]);
  },
  list: async (connection, { name, count }: Filled) => {
    const { body } = await ask(connection, { method: 'GET', path: `/${name}/` }, [200]);
    const found = countNames(body, nameMark);
    if (found !== count) throw new Error(`a listing had ${found} of ${count} files`);
    return { bytes: body.length };
  },
  hasRanges: true,
});
