/**
 * Part of `npm run check`: the Node that comes as a package is the one that the Node project has released.
 *
 * The package is put together by others; npm compares it with the lockfile, which says what was there when it was
 * written. `runtime-sums.json` says what the Node project publishes; SECURITY.md how to repeat that.
 */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';

export interface RuntimeSums {
  readonly version: string;
  readonly packages: Readonly<Record<string, { readonly program: string; readonly program_sha256: string }>>;
}

const sha256Of = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};

/**
 * Lists the problems of the runtime packages that are installed below `root`, and with the list of sums; each a sentence.
 *
 * @param wanted the runtime packages of package.json, and their versions
 */
export const runtimeFaults = async (
  root: string,
  sums: RuntimeSums,
  wanted: Readonly<Record<string, string>>,
): Promise<string[]> => {
  const faults: string[] = [];
  let found = 0;
  for (const [name, version] of Object.entries(wanted)) {
    const known = sums.packages[name];
    if (known === undefined || version !== sums.version) {
      faults.push(`runtime-sums.json has no checksums of ${name} ${version}.`);
      continue;
    }
    const program = join(root, 'node_modules', name, known.program);
    if (!existsSync(program)) continue;
    found += 1;
    if ((await sha256Of(program)) !== known.program_sha256)
      faults.push(`${program} is not the Node ${version} that the Node project has released.`);
  }
  if (faults.length === 0 && found === 0) faults.push(`No runtime package is installed below ${root}.`);
  return faults;
};

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '../..');
  const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
  const sums = readJson(join(import.meta.dirname, 'runtime-sums.json')) as RuntimeSums;
  const { optionalDependencies } = readJson(join(root, 'package.json')) as {
    readonly optionalDependencies: Readonly<Record<string, string>>;
  };
  const faults = await runtimeFaults(root, sums, optionalDependencies);
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
