/** Determines the room of a file from its path alone. */

export type ServerLayer =
  | 'main'
  | 'commands'
  | 'compose'
  | 'app'
  | 'config'
  | 'log'
  | 'lib'
  | 'ports'
  | 'adapters'
  | 'db'
  | 'http'
  | 'features'
  | 'testing';
export type WebLayer = 'main' | 'app' | 'screens' | 'features' | 'shared' | 'testing';

/**
 * The roles of files in a server feature: `door` is its index.ts, and `part` is a file with a plain noun for a name
 * (upload-lock.ts, receive-stream.ts), from which services are made.
 */
export type Role =
  | 'door'
  | 'routes'
  | 'service'
  | 'task'
  | 'part'
  | 'policy'
  | 'rules'
  | 'repo'
  | 'present'
  | 'errors'
  | 'types';

interface Place {
  /** Tests, contract suites and test support: they stand outside the layers. */
  readonly isTest: boolean;
  readonly isTestSupport: boolean;
  readonly path: string;
}
export type Room = Place &
  (
    | { readonly house: 'contract' }
    | { readonly house: 'server'; readonly layer: Exclude<ServerLayer, 'features'> | undefined }
    | {
        readonly house: 'server';
        readonly layer: 'features';
        readonly feature: string;
        readonly role: Role | undefined;
      }
    | {
        readonly house: 'web';
        readonly layer: Exclude<WebLayer, 'features'> | undefined;
        readonly part: string;
      }
    | { readonly house: 'web'; readonly layer: 'features'; readonly feature: string }
    | { readonly house: 'outside' }
  );

const serverFolders: ReadonlySet<string> = new Set([
  'commands',
  'config',
  'lib',
  'ports',
  'adapters',
  'db',
  'http',
  'features',
  'testing',
]);
const serverFiles: ReadonlySet<string> = new Set(['main', 'compose', 'app', 'log']);
const webFolders: ReadonlySet<string> = new Set(['app', 'screens', 'features', 'shared', 'testing']);
const roles: ReadonlySet<string> = new Set([
  'routes',
  'service',
  'task',
  'policy',
  'rules',
  'repo',
  'present',
  'errors',
  'types',
]);

const roleOf = (file: string): Role | undefined => {
  if (file === 'index.ts') return 'door';
  if (/^[a-z0-9-]+\.ts$/.test(file)) return 'part';
  const role = /\.([a-z]+)\.ts$/.exec(file)?.[1];
  return role !== undefined && roles.has(role) ? (role as Role) : undefined;
};

/** The room of a file. `path` is relative to the checkout, with forward slashes. */
export const roomOf = (path: string): Room => {
  const isTestSupport = /\/testing\/|\.suite\.tsx?$/.test(path);
  const place = { path, isTestSupport, isTest: isTestSupport || /\.test\.tsx?$/.test(path) };
  const [, house, inside] =
    /(?:^|\/)(apps\/server|apps\/web|packages\/contract)\/src\/(.+)$/.exec(path) ?? [];
  if (house === undefined || inside === undefined) return { ...place, house: 'outside' };
  if (house === 'packages/contract') return { ...place, house: 'contract' };

  const [first = '', second = '', ...rest] = inside.split('/');
  const isFile = second === '';
  if (house === 'apps/server') {
    // compose.ts and app.ts are rooms of several files each, named after them: compose-infrastructure.ts.
    const name = isFile
      ? first.replace(/(?<=^(?:compose|app))-[a-z-]+(?=\.ts$)/, '').replace(/\.ts$/, '')
      : first;
    const known = (isFile ? serverFiles : serverFolders).has(name);
    if (name === 'features' && !isFile)
      return {
        ...place,
        house: 'server',
        layer: 'features',
        feature: second,
        role: roleOf(rest.at(-1) ?? ''),
      };
    const layer = known ? (name as Exclude<ServerLayer, 'features'>) : undefined;
    return { ...place, house: 'server', layer };
  }
  if (isFile)
    return { ...place, house: 'web', layer: /^main\.tsx?$/.test(first) ? 'main' : undefined, part: '' };
  if (first === 'features') return { ...place, house: 'web', layer: 'features', feature: second };
  const layer = webFolders.has(first) ? (first as Exclude<WebLayer, 'features'>) : undefined;
  return { ...place, house: 'web', layer, part: second };
};
