/** The installed packages: are they what package-lock.json names, and installing them. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve, sep } from 'node:path';
import { run, timed, UserError } from './command.mjs';

/** @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean, resolved?: string,
 *   os?: string | string[], cpu?: string | string[], libc?: string | string[] }} LockedPackage */

/** @param {string} root */
const stampPath = (root) => join(root, 'node_modules', '.prepared');

/** @param {string} root */
const fingerprint = (root) =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');

/** @param {string} path @returns {string | undefined} */
const readIfThere = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

/** @param {string | string[] | undefined} allowed @param {string} value */
const allows = (allowed, value) => {
  const names = allowed === undefined ? [] : [allowed].flat();
  if (names.includes(`!${value}`)) return false;
  const positive = names.filter((name) => !name.startsWith('!'));
  return positive.length === 0 || positive.includes(value);
};

/** Linux with musl instead of glibc: Alpine and its like. */
export const isMusl = () => {
  if (process.platform !== 'linux') return false;
  const report = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
  return report.header.glibcVersionRuntime === undefined;
};

/** Tells whether a package is made for this platform alone. @param {LockedPackage} meta */
const isMadeForHere = (meta) =>
  (meta.os ?? meta.cpu) !== undefined &&
  allows(meta.os, process.platform) &&
  allows(meta.cpu, process.arch) &&
  (process.platform !== 'linux' || meta.libc === undefined || allows(meta.libc, isMusl() ? 'musl' : 'glibc'));

/**
 * Tells whether the tree that npm last wrote holds exactly the packages of the lockfile. Optional packages
 * of other platforms, and what only they depend on, may be absent.
 * @param {Record<string, LockedPackage>} wanted `packages` of package-lock.json
 * @param {Record<string, LockedPackage>} installed `packages` of node_modules/.package-lock.json
 */
export const sameTree = (wanted, installed) => {
  const inTree = Object.keys(wanted).filter((path) => path.includes('node_modules/'));
  const isThere = inTree.every((path) => {
    const want = wanted[path] ?? {};
    const have = installed[path];
    if (have === undefined) return want.optional === true && !isMadeForHere(want);
    return have.version === want.version && have.integrity === want.integrity && have.link === want.link;
  });
  return isThere && Object.keys(installed).every((path) => !path.includes('node_modules/') || path in wanted);
};

/** @param {string} text of a lockfile @returns {Record<string, LockedPackage>} */
const packagesIn = (text) =>
  /** @type {{ packages: Record<string, LockedPackage> }} */ (JSON.parse(text)).packages;

/**
 * Tells whether node_modules matches package-lock.json: by the stamp of the last preparation, or
 * because someone ran `npm install` by hand (then the stamp is renewed).
 * @param {string} root
 */
export const packagesAreCurrent = (root) => {
  const expected = fingerprint(root);
  if (readIfThere(stampPath(root)) === expected) return true;
  const tree = readIfThere(join(root, 'node_modules', '.package-lock.json'));
  if (tree === undefined) return false;
  const wanted = packagesIn(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  if (!sameTree(wanted, packagesIn(tree))) return false;
  writeFileSync(stampPath(root), expected);
  return true;
};

/**
 * Returns the command for npm: by the program and Node that run this script, else by the first of the PATH. A
 * Node below `root` is passed over, because `npm ci` deletes it.
 * @param {string} root
 * @returns {[program: string, args: string[]]}
 */
const npmCommand = (root) => {
  const { npm_execpath: npm, npm_node_execpath: node, PATH = '' } = process.env;
  const windows = process.platform === 'win32';
  const inTree = `${resolve(root, 'node_modules')}${sep}`;
  if (npm && /npm-cli\.c?js$/.test(npm) && !npm.startsWith(inTree)) {
    if (node && !node.startsWith(inTree)) return [node, [npm]];
    const outside = PATH.split(delimiter)
      .filter((folder) => !resolve(folder).includes('node_modules'))
      .map((folder) => join(folder, windows ? 'node.exe' : 'node'))
      .find((path) => existsSync(path));
    return [outside ?? process.execPath, [npm]];
  }
  return windows ? ['cmd.exe', ['/d', '/s', '/c', 'npm']] : ['npm', []];
};

/** @param {string} output what npm printed @returns {string} what to do about it */
const adviceFor = (output) => {
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|network/.test(output))
    return 'The package registry cannot be reached. Check the network (or the proxy in your npm configuration) and run the command again.';
  if (/ENOSPC/.test(output)) return 'The disk is full. Free about 1 GB and run the command again.';
  if (/EACCES|EPERM|EROFS/.test(output))
    return 'The checkout is not writable for this user. Run the command as the user who owns it.';
  if (/EUSAGE|Missing: /.test(output))
    return 'package-lock.json does not fit the package.json files. Restore both from git and run the command again.';
  return 'Read the lines above for the reason.';
};

/** npm's reason, without the stack below it. @param {string} output */
const firstLines = (output) => output.trim().split('\n').slice(0, 8).join('\n');

/**
 * Installs exactly what package-lock.json names, without running install scripts.
 * @param {string} root
 * @throws {UserError} naming what to do
 */
export async function installPackages(root) {
  const [program, args] = npmCommand(root);
  const flags = [
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--include=optional',
    '--include=dev',
    '--loglevel=error',
  ];
  await timed('Installing packages (once; about a minute)', async () => {
    const { code, output } = await run(program, [...args, 'ci', ...flags], { cwd: root });
    if (code !== 0)
      throw new UserError(
        `${firstLines(output)}\n\nThe packages could not be installed. ${adviceFor(output)}`,
      );
  });
  writeFileSync(stampPath(root), fingerprint(root));
}
