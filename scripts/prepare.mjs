/**
 * Makes a checkout ready before an npm script runs: `node scripts/prepare.mjs <mode>`.
 *
 * npm calls it as the pre-script of `start`, `test`, `check`, `dev`, `build` and `holdall`, under
 * whichever Node started npm (18 or newer), so it is plain JavaScript without dependencies. It
 * installs what package-lock.json names, sees to it that the scripts after it run on the Node of
 * that lockfile, and builds the web app and the server. What is up to date costs nothing and prints nothing.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isCurrent, make } from './prepare/build.mjs';
import { server, web } from './prepare/builds.mjs';
import { installPackages, packagesAreCurrent } from './prepare/packages.mjs';
import { say, stopRunningCommand, UserError } from './prepare/command.mjs';
import { withLock } from './prepare/lock.mjs';
import { linkRuntime, runtimeIsReady } from './prepare/runtime.mjs';

/** Builds that each mode needs besides the installed packages. */
const modes = {
  start: [web, server],
  build: [web, server],
  test: [web, server],
  sbom: [],
  check: [server],
  dev: [],
  bench: [web, server],
  holdall: [server],
};

/**
 * Prepares the checkout at `root`.
 * @param {string} root absolute path of the checkout
 * @param {string} mode one of the names in `modes`
 * @param {AbortSignal} [signal] ends it between two steps and while it waits for another process
 * @throws {UserError} with a sentence for the user when it cannot be done
 */
export async function prepare(root, mode, signal) {
  const needs = modes[/** @type {keyof typeof modes} */ (mode)];
  if (!needs) throw new UserError(`Unknown mode "${mode}". Choose one of: ${Object.keys(modes).join(', ')}.`);
  if (!existsSync(join(root, 'package-lock.json')))
    throw new UserError(`There is no package-lock.json in ${root}: this is not a checkout of Holdall.`);

  const isReady = () =>
    packagesAreCurrent(root) && runtimeIsReady(root) && needs.every((build) => isCurrent(root, build));
  if (isReady()) return;

  await withLock(join(root, '.prepare.lock'), { say, signal }, async () => {
    if (isReady()) return;
    if (!packagesAreCurrent(root)) await installPackages(root);
    signal?.throwIfAborted();
    if (!runtimeIsReady(root)) await linkRuntime(root);
    signal?.throwIfAborted();
    for (const build of needs) {
      if (!isCurrent(root, build)) await make(root, build);
      signal?.throwIfAborted();
    }
  });
}

const calledDirectly = import.meta.url === pathToFileURL(process.argv[1] ?? '').href;
if (calledDirectly) {
  const interruption = new AbortController();
  const { signal } = interruption;
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.on(name, () => {
      process.exitCode = 130;
      interruption.abort();
      stopRunningCommand();
    });
  }
  try {
    await prepare(fileURLToPath(new URL('..', import.meta.url)), process.argv[2] ?? 'start', signal);
  } catch (error) {
    process.exitCode ||= 1;
    if (signal.aborted) say('');
    else if (error instanceof UserError) say(`\n${error.message}\n`);
    else say(error instanceof Error ? String(error.stack) : String(error));
  }
}
