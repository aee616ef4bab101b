/**
 * Part of `npm run check`: package-lock.json must install everywhere.
 *
 * npm leaves out the packages of other platforms when the registry it asks does not have them, and
 * says nothing; `npm ci` then fails there. It may also write the address of a private registry.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

type Names = Readonly<Record<string, string>>;
export interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly workspaces?: readonly string[];
  readonly dependencies?: Names;
  readonly devDependencies?: Names;
  readonly optionalDependencies?: Names;
}
interface LockedPackage extends Manifest {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
}
export type LockedPackages = Readonly<Record<string, LockedPackage>>;

const groups = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;
const exact = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

/** Returns the path at which npm would find `name` for the package at `path`: in its own folder or in one above. */
const lookUp = (packages: LockedPackages, path: string, name: string): LockedPackage | undefined => {
  for (let base = path; ;) {
    const found = packages[`${base === '' ? '' : `${base}/`}node_modules/${name}`];
    if (found !== undefined || base === '') return found;
    const parent = base.lastIndexOf('/node_modules/');
    base = parent >= 0 ? base.slice(0, parent) : '';
  }
};

/** Packages that the lockfile wants and does not contain. */
export const missingPackages = (packages: LockedPackages): string[] =>
  Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.entries({ ...dependencies, ...optionalDependencies })
      .filter(([name]) => lookUp(packages, path, name) === undefined)
      .map(
        ([name, range]) =>
          `${path === '' ? 'the checkout' : path} needs ${name} ${range}, which package-lock.json lacks`,
      ),
  );

/** Entries that name a registry, or whose content is not pinned by a checksum. */
export const impureEntries = (packages: LockedPackages): string[] =>
  Object.entries(packages).flatMap(([path, { resolved, integrity, link }]) => {
    if (!path.includes('node_modules/') || link === true) return [];
    const found: string[] = [];
    if (resolved !== undefined) found.push(`${path} names the registry that it came from: ${resolved}`);
    if (integrity === undefined) found.push(`${path} has no checksum`);
    return found;
  });

/** Differences between a package.json and its entry in the lockfile, and versions that are not exact. */
export const manifestFaults = (path: string, manifest: Manifest, locked: Manifest | undefined): string[] =>
  groups.flatMap((group) => {
    const wanted = manifest[group] ?? {};
    const loose = Object.entries(wanted).filter(([, version]) => !exact.test(version));
    const stale = JSON.stringify(sorted(wanted)) !== JSON.stringify(sorted(locked?.[group] ?? {}));
    return [
      ...loose.map(([name, version]) => `${path}: ${name} must have an exact version, not ${version}`),
      ...(stale ? [`${path}: its ${group} differ from package-lock.json (run npm install)`] : []),
    ];
  });

const sorted = (names: Names) => Object.entries(names).sort(([a], [b]) => (a < b ? -1 : 1));
const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** All faults of the lockfile and the package.json files below `root`. */
export const lockfileFaults = (root: string): string[] => {
  const { packages } = readJson(join(root, 'package-lock.json')) as { packages: LockedPackages };
  const manifest = readJson(join(root, 'package.json')) as Manifest;
  return [
    ...missingPackages(packages),
    ...impureEntries(packages),
    ...['', ...(manifest.workspaces ?? [])].flatMap((folder) =>
      manifestFaults(
        join(folder, 'package.json'),
        readJson(join(root, folder, 'package.json')) as Manifest,
        packages[folder],
      ),
    ),
  ];
};

if (import.meta.main) {
  const faults = lockfileFaults(resolve(import.meta.dirname, '../..'));
  for (const fault of faults) console.log(fault);
  if (faults.length > 0) process.exitCode = 1;
}
