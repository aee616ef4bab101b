/** Checks whether a build is up to date, and builds it. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { run, timed, UserError } from './command.mjs';

/**
 * @typedef {object} Build
 * @property {string} title for people, as in “Building the web app”
 * @property {string} folder of the workspace, relative to the checkout; what is built lies in its `dist`
 * @property {string} result the file of `dist` that is there once it is built
 * @property {readonly string[]} sources everything that the build reads, relative to the checkout
 * @property {string} stamp a file below node_modules that says of which sources the build is
 * @property {(root: string, outDir: string) => string[]} command the script and its words; Node runs it in `folder`
 */

const ignoredFolders = new Set(['node_modules', 'dist', 'coverage', 'testing']);
const ignoredFile = /\.test\.tsx?$/;

/** @param {string} root @param {Build} build */
const distPath = (root, { folder }) => join(root, folder, 'dist');
/** @param {string} root @param {Build} build */
const stampPath = (root, { stamp }) => join(root, 'node_modules', stamp);

/** @param {string} path @returns {string[]} the files at or below a path, sorted */
const filesBelow = (path) => {
  const found = readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const child = join(path, entry.name);
    if (entry.isDirectory()) return ignoredFolders.has(entry.name) ? [] : filesBelow(child);
    return ignoredFile.test(entry.name) ? [] : [child];
  });
  return found.sort();
};

/**
 * A hash of all that something is built from.
 * @param {string} root
 * @param {Build} build
 */
export const fingerprintOf = (root, { sources }) => {
  const hash = createHash('sha256');
  for (const source of sources) {
    const path = join(root, source);
    if (!existsSync(path)) continue;
    for (const file of source.includes('.') ? [path] : filesBelow(path)) {
      const bytes = readFileSync(file);
      hash.update(`${relative(root, file)}\0${bytes.length}\0`).update(bytes);
    }
  }
  return hash.digest('hex');
};

/** @param {string} root @param {Build} build */
export const isCurrent = (root, build) =>
  existsSync(join(distPath(root, build), build.result)) &&
  existsSync(stampPath(root, build)) &&
  readFileSync(stampPath(root, build), 'utf8') === fingerprintOf(root, build);

/**
 * Builds beside the last build and then takes its place: a build that fails leaves what is in use as it was.
 * @param {string} root
 * @param {Build} build
 * @throws {UserError} with the builder's message
 */
export async function make(root, build) {
  const fingerprint = fingerprintOf(root, build);
  const cache = join(root, 'node_modules', '.cache');
  const name = build.folder.replaceAll('/', '-');
  const next = join(cache, `holdall-${name}-next`);
  const last = join(cache, `holdall-${name}-last`);
  mkdirSync(cache, { recursive: true });
  const node = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  await timed(`Building ${build.title}`, async () => {
    const { code, output } = await run(
      existsSync(node) ? node : process.execPath,
      build.command(root, next),
      { cwd: join(root, build.folder), env: { ...process.env, NODE_ENV: 'production' } },
    );
    if (code !== 0) throw new UserError(`${output.trim()}\n\nBuilding ${build.title} failed.`);
  });
  const dist = distPath(root, build);
  rmSync(last, { recursive: true, force: true });
  if (existsSync(dist)) renameSync(dist, last);
  renameSync(next, dist);
  rmSync(last, { recursive: true, force: true });
  writeFileSync(stampPath(root, build), fingerprint);
}
