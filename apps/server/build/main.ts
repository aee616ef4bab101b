/**
 * Builds the server as few files: `node build/main.ts <folder>`. What starts from a thousand sources is slow, since each is
 * found, read, stripped of its types and linked by itself, and stays in memory besides what it was compiled to.
 * docs/decisions/0027-the-server-is-built.md says more.
 */
import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { rolldown } from 'rolldown';
import { resolveSourceAddresses } from './source-addresses.ts';
import { escapeNonAscii } from './plain-ascii.ts';
import { lazyRequires } from './lazy-requires.ts';

const workspace = resolve(import.meta.dirname, '..');
const src = join(workspace, 'src');

/** Bundles that run by themselves: the program, its thumbnail process and its threads. No two share a file. */
const entries: ReadonlyMap<string, string> = new Map([
  [join(src, 'main.ts'), 'main'],
  [join(src, 'adapters/thumbnails/worker/main.ts'), 'thumbnail-worker'],
  [join(src, 'lib/disk-reads-worker.ts'), 'disk-reads-worker'],
  [join(src, 'lib/checksum-worker.ts'), 'checksum-worker'],
  [join(src, 'db/dialects/sqlite-check-worker.ts'), 'sqlite-check-worker'],
  [join(src, 'db/dialects/sqlite-checkpoint-worker.ts'), 'sqlite-checkpoint-worker'],
  [join(src, 'db/dialects/sqlite-empty-table-worker.ts'), 'sqlite-empty-table-worker'],
]);

/** Not in the bundle: what loads binaries from its own folder, and what others load only where it is installed. */
const outside = [
  /^sharp$/,
  /^@node-rs\/argon2$/,
  /^@hyzyla\/pdfium/,
  'pg-native',
  'bufferutil',
  'utf-8-validate',
];

/**
 * Sources that stay out of the one file that a start loads: commands that are loaded on demand, the doctor’s checks, a restore, the API’s description, the brand
 * of a page without a database, and the entry points.
 */
const onDemand = [
  'main',
  'app-maintenance-mode',
  'lib/v8-flags',
  'compose/new-database',
  'compose/offline',
  'db/copy/move-database',
  'commands/backup',
  'commands/backup-key',
  'commands/identity-file',
  'commands/restore',
  'commands/doctor',
  'commands/doctor-progress',
  'commands/migrate',
  'commands/migrate-blobs',
  'commands/maintenance-mode',
  'commands/setup-help',
  'commands/user',
  'commands/user-help',
  '../../../packages/contract/src/openapi',
  'http/api-docs',
  'http/type-text',
  'http/page-brand',
  'features/maintenance/doctor-checks',
  'features/maintenance/blob-checks',
  'features/maintenance/folder-checks',
  'features/maintenance/listed-sizes',
  'features/maintenance/orphan-checks',
  'features/maintenance/reachable-stores',
  'features/maintenance/row-checks',
  'features/maintenance/total-checks',
  'features/maintenance/upload-checks',
  'features/maintenance/totals.repo',
  'features/maintenance/cycles.rules',
  'features/maintenance/restore-adaptation',
  'features/maintenance/restore-blobs',
  'features/maintenance/restore-checks',
  'features/maintenance/restore-from',
  'features/maintenance/restore-location',
  'features/maintenance/restore-rows',
].map((name) => join(src, `${name}.ts`));
for (const path of onDemand)
  if (!existsSync(path)) throw new Error(`${path} is loaded on demand, but does not exist.`);
const isOnDemand = (id: string): boolean =>
  onDemand.includes(id) || /\/node_modules\/(nodemailer|uqr)\//.test(id.replaceAll(sep, '/'));
/** Everything else goes into one file: otherwise each set of shared modules would get its own. */
const oneFile = { groups: [{ name: 'run', test: (id: string) => !isOnDemand(id) }] };

const build = async (input: string, name: string, outDir: string): Promise<void> => {
  const bundle = await rolldown({
    input: { [name]: input },
    cwd: workspace,
    platform: 'node',
    external: outside,
    plugins: [resolveSourceAddresses(src, entries), lazyRequires(), escapeNonAscii()],
  });
  await bundle.write({
    dir: outDir,
    // ES modules would read all names of node:http, one of which loads a second HTTP client.
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: `${name}-[name].cjs`,
    ...(name === 'main' ? { codeSplitting: oneFile } : {}),
    // Names and lines are kept, for readable stack traces.
    minify: false,
    keepNames: true,
    comments: false,
    sourcemap: true,
    sourcemapExcludeSources: true,
    sourcemapPathTransform: (path, map) => relative(join(workspace, 'dist'), resolve(dirname(map), path)),
  });
  await bundle.close();
};

const [outDir] = process.argv.slice(2);
if (outDir === undefined) throw new Error(`Usage: node build/${basename(import.meta.filename)} FOLDER`);
for (const [input, name] of entries) await build(input, name, resolve(outDir));
