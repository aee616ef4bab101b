/** The built web app: is it up to date, and building it. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { run, timed, UserError } from './command.mjs';

/** Everything that the build reads, relative to the checkout. */
const sources = ['apps/web', 'packages/contract/src', 'tsconfig.base.json', 'package-lock.json'];
const ignoredFolders = new Set(['node_modules', 'dist', 'coverage', 'testing']);
const ignoredFile = /\.test\.tsx?$/;

/** @param {string} root */
const distPath = (root) => join(root, 'apps', 'web', 'dist');
/** @param {string} root */
const stampPath = (root) => join(root, 'node_modules', '.web-built');

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
 * A hash of all that the web app is built from.
 * @param {string} root
 */
export const webFingerprint = (root) => {
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

/** @param {string} root */
export const webIsCurrent = (root) =>
  existsSync(join(distPath(root), 'index.html')) &&
  existsSync(stampPath(root)) &&
  readFileSync(stampPath(root), 'utf8') === webFingerprint(root);

/**
 * Builds the web app beside the last build and then takes its place: a build that fails leaves what
 * is served as it was.
 * @param {string} root
 * @throws {UserError} with Vite's message
 */
export async function buildWeb(root) {
  const fingerprint = webFingerprint(root);
  const cache = join(root, 'node_modules', '.cache');
  const next = join(cache, 'holdall-web-next');
  const last = join(cache, 'holdall-web-last');
  mkdirSync(cache, { recursive: true });
  const node = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  await timed('Building the web app', async () => {
    const { code, output } = await run(
      existsSync(node) ? node : process.execPath,
      [vite, 'build', '--outDir', next, '--emptyOutDir', '--logLevel', 'warn'],
      { cwd: join(root, 'apps', 'web'), env: { ...process.env, NODE_ENV: 'production' } },
    );
    if (code !== 0) throw new UserError(`${output.trim()}\n\nThe web app could not be built.`);
  });
  rmSync(last, { recursive: true, force: true });
  if (existsSync(distPath(root))) renameSync(distPath(root), last);
  renameSync(next, distPath(root));
  rmSync(last, { recursive: true, force: true });
  writeFileSync(stampPath(root), fingerprint);
}
