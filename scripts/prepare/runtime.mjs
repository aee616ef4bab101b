/**
 * The Node that runs Holdall. It comes from the lockfile as a platform package, and npm puts
 * node_modules/.bin first into the PATH of its scripts, so that they run on it whatever Node
 * started npm.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, UserError } from './command.mjs';
import { isMusl } from './packages.mjs';

const oldestMajor = 26;
const windows = process.platform === 'win32';

/** @param {string} root */
const linkPath = (root) => join(root, 'node_modules', '.bin', windows ? 'node.cmd' : 'node');
/** File with the runtime that was found: "package", or the version of the system's Node. @param {string} root */
const markPath = (root) => join(root, 'node_modules', '.runtime');

/** @param {string} program @returns {Promise<number>} its major version; 0 when it does not run */
const majorOf = async (program) => {
  const { code, output } = await run(program, ['-v']);
  return code === 0 ? Number(/^v(\d+)\./.exec(output)?.[1] ?? 0) : 0;
};

/**
 * Tells whether the scripts that npm starts next find a fitting Node.
 *
 * npm links the package that names this platform by itself, but it does not know whether it runs:
 * only a link that `linkRuntime` has tried counts.
 * @param {string} root
 */
export const runtimeIsReady = (root) => {
  const mark = markPath(root);
  if (!existsSync(mark)) return false;
  const chosen = readFileSync(mark, 'utf8');
  return chosen === 'package' ? existsSync(linkPath(root)) : chosen === process.version;
};

/**
 * Links a Node that runs here into node_modules/.bin, or accepts the system's.
 * @param {string} root
 * @throws {UserError} when there is none
 */
export async function linkRuntime(root) {
  const { platform, arch } = process;
  const modules = join(root, 'node_modules');
  for (const name of [`node-${platform}-${arch}`, `node-bin-${platform}-${arch}`]) {
    const program = join(modules, name, 'bin', windows ? 'node.exe' : 'node');
    if (!existsSync(program) || (await majorOf(program)) < oldestMajor) continue;
    // npm 10 and older delete the link together with the packages of the other platforms.
    mkdirSync(join(modules, '.bin'), { recursive: true });
    rmSync(linkPath(root), { force: true });
    if (windows) writeFileSync(linkPath(root), `@"%~dp0\\..\\${name}\\bin\\node.exe" %*\r\n`);
    else {
      chmodSync(program, 0o755);
      symlinkSync(join('..', name, 'bin', 'node'), linkPath(root));
    }
    writeFileSync(markPath(root), 'package');
    return;
  }
  // A link to a Node that does not run here would hide the one of the system.
  rmSync(linkPath(root), { force: true });
  if (Number(process.versions.node.split('.')[0]) >= oldestMajor) {
    writeFileSync(markPath(root), process.version);
    return;
  }
  const where = `${platform} ${arch}${isMusl() ? ' with musl' : ''}`;
  throw new UserError(
    `Holdall runs on Node ${oldestMajor}. It brings its own for Linux with glibc, macOS and Windows, but none that runs on this ` +
      `system (${where}), and the Node found here is ${process.version}. Install Node ${oldestMajor} or newer from your ` +
      `distribution or https://nodejs.org, and run the command again.`,
  );
}
