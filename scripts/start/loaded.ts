import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Modules and bytes that a server has loaded when it is ready. */
export interface Loaded {
  /** Files of JavaScript and binaries: the bundle's and those of packages. */
  readonly files: number;
  /** Kilobytes of JavaScript in them. */
  readonly kilobytes: number;
  /** Modules of Node's own. */
  readonly builtins: number;
}

/** The budget; a little above the current figures. */
export const startBudgets: {
  readonly [name in keyof Loaded]: { readonly most: number; readonly unit: string };
} = {
  files: { most: 8, unit: 'files' },
  kilobytes: { most: 4_640, unit: 'kB of JavaScript' },
  builtins: { most: 204, unit: 'modules of Node' },
};

/** Runs before the program, and reports at its end what it has loaded. */
const teller = (file: string): string =>
  `data:text/javascript,${encodeURIComponent(`
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
const { cache } = createRequire(${JSON.stringify(file)});
process.on('exit', () => writeFileSync(${JSON.stringify(file)}, JSON.stringify({
  files: Object.keys(cache),
  builtins: process.moduleLoadList.filter((name) => name.startsWith('NativeModule')).length,
})));`)}`;

/**
 * Starts a server that is not installed, as operators start it, and stops it once it is ready.
 *
 * @param root of the checkout; the server is built
 * @throws where it does not start
 */
export const loadedAtStart = async (root: URL): Promise<Loaded> => {
  const folder = mkdtempSync(join(tmpdir(), 'holdall-start-'));
  const told = join(folder, 'loaded.json');
  const main = fileURLToPath(new URL('apps/server/dist/main.cjs', root));
  const ownVariables = Object.entries(process.env).filter(([name]) => !name.startsWith('HOLDALL_'));
  try {
    const child = spawn(process.execPath, ['--import', teller(told), main, 'serve'], {
      env: {
        ...Object.fromEntries(ownVariables),
        HOLDALL_DATA_DIR: join(folder, 'data'),
        HOLDALL_PORT: '0',
        HOLDALL_LOG_LEVEL: 'error',
        HOLDALL_ADMIN_EMAIL: 'start@example.com',
        HOLDALL_ADMIN_PASSWORD: 'a password for counting',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const exited = once(child, 'exit');
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.includes('ready at')) child.kill('SIGTERM');
      });
    const [code] = (await exited) as [number | null];
    if (code !== 0) throw new Error(`The server ended with ${code}:\n${output}`);
    const { files, builtins } = JSON.parse(readFileSync(told, 'utf8')) as {
      files: string[];
      builtins: number;
    };
    const bytes = files
      .filter((file) => !file.endsWith('.node'))
      .reduce((sum, file) => sum + statSync(file).size, 0);
    return { files: files.length, kilobytes: Math.round(bytes / 1000), builtins };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
