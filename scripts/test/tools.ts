/** Programs that the tests need and no package contains: finding them, and installing them on Debian. */
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { runQuietly } from '../process/run.ts';

/** The one without a window comes first: it takes half of the time for the same pages. */
const chromiumNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
];
const chromiumFolders = [
  ...(process.env['PATH'] ?? '').split(delimiter),
  '/usr/bin',
  '/snap/bin',
  '/Applications/Chromium.app/Contents/MacOS',
  '/Applications/Google Chrome.app/Contents/MacOS',
];

/** Finds the browser of `HOLDALL_TEST_CHROMIUM`, else the first Chromium or Chrome of this system. */
export const findChromium = (): string | undefined => {
  const named = process.env['HOLDALL_TEST_CHROMIUM'];
  if (named !== undefined && named !== '') return existsSync(named) ? named : undefined;
  const macNames = ['Chromium', 'Google Chrome'];
  return chromiumFolders
    .filter((folder) => folder !== '')
    .flatMap((folder) => [...chromiumNames, ...macNames].map((name) => join(folder, name)))
    .find((path) => existsSync(path));
};

/** Debian has it where only administrators' programs are looked for. */
export const findNginx = (): string | undefined =>
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, 'nginx'))
    .find((path) => existsSync(path));

/** Returns the path of the first of these programs, if all of them exist. */
export const findAll = (names: readonly string[]): string | undefined => {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const found = names.map((name) =>
    folders.map((folder) => join(folder, name)).find((path) => existsSync(path)),
  );
  return found.includes(undefined) ? undefined : found[0];
};

/** Tells whether `apt-get install` may work here: Debian or a derivative, as root. */
export const canInstall = (): boolean => existsSync('/usr/bin/apt-get') && userInfo().uid === 0;

/**
 * Installs Debian packages, without recommended ones.
 *
 * @returns the error output of apt-get; undefined where it succeeded
 */
export const installPackages = async (names: readonly string[]): Promise<string | undefined> => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const update = await runQuietly('apt-get', ['update', '-q'], { env });
  const install = await runQuietly('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...names], {
    env,
  });
  return install.code === 0 ? undefined : `${update.output}\n${install.output}`;
};
