/**
 * `npm run sbom`: a bill of materials (CycloneDX 1.6, JSON) of all packages that package-lock.json names. The same
 * lockfile makes the same file, and no network is used.
 *
 *     node scripts/sbom.ts [FILE]     sbom.cdx.json unless said; - prints it
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

type Names = Readonly<Record<string, string>>;
interface LockedPackage {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly dependencies?: Names;
  readonly optionalDependencies?: Names;
  readonly peerDependencies?: Names;
}
export interface Lockfile {
  readonly name: string;
  readonly version: string;
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** A package as CycloneDX has it. */
export interface Component {
  readonly type: 'application' | 'library';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly scope?: 'required' | 'optional' | 'excluded';
  readonly purl: string;
  readonly hashes?: readonly { readonly alg: 'SHA-512'; readonly content: string }[];
  readonly licenses?: readonly (
    | { readonly expression: string }
    | { readonly license: { readonly name: string } }
  )[];
}
export interface BillOfMaterials {
  readonly bomFormat: 'CycloneDX';
  readonly specVersion: '1.6';
  readonly serialNumber: string;
  readonly version: 1;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

const modules = 'node_modules/';

const nameOf = (path: string, { name }: LockedPackage): string =>
  name ?? (path.includes(modules) ? path.slice(path.lastIndexOf(modules) + modules.length) : path);

/** https://github.com/package-url/purl-spec */
const purlOf = (name: string, version: string): string =>
  `pkg:npm/${name.replace(/^@/, '%40')}@${encodeURIComponent(version)}`;

const hashesOf = (integrity: string | undefined): Pick<Component, 'hashes'> => {
  const [, base64] = /(?:^|\s)sha512-(\S+)/.exec(integrity ?? '') ?? [];
  if (base64 === undefined) return {};
  return { hashes: [{ alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') }] };
};

/** An SPDX expression, or what the author wrote instead. */
const licenceOf = (licence: string | undefined): Pick<Component, 'licenses'> => {
  if (licence === undefined) return {};
  const isExpression = /^[\w.+() -]+$/.test(licence) && !/^see /i.test(licence);
  return { licenses: [isExpression ? { expression: licence } : { license: { name: licence } }] };
};

const scopeOf = ({ dev, optional }: LockedPackage): 'required' | 'optional' | 'excluded' =>
  dev === true ? 'excluded' : optional === true ? 'optional' : 'required';

/** A UUID that the text alone decides (RFC 9562, version 8). */
const uuidOf = (text: string): string => {
  const hex = createHash('sha256').update(text).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
};

/** Returns the path at which npm would find `name` for the package at `path`: in its own folder, or in one above. */
const pathOf = (packages: Lockfile['packages'], path: string, name: string): string | undefined => {
  for (let base = path; ;) {
    const found = `${base === '' ? '' : `${base}/`}${modules}${name}`;
    if (packages[found] !== undefined) return found;
    if (base === '') return undefined;
    const parent = base.lastIndexOf(`/${modules}`);
    base = parent >= 0 ? base.slice(0, parent) : '';
  }
};

/** All packages of a lockfile, what each depends on, and which are for development alone (`excluded`). */
export const billOfMaterials = (lock: Lockfile): BillOfMaterials => {
  const { packages } = lock;
  const listed = Object.entries(packages).filter(([path, { link }]) => path !== '' && link !== true);
  const root: Component = {
    type: 'application',
    'bom-ref': purlOf(lock.name, lock.version),
    name: lock.name,
    version: lock.version,
    purl: purlOf(lock.name, lock.version),
    ...licenceOf(packages['']?.license),
  };
  const refs = new Map<string, string>([['', root['bom-ref']]]);
  const components = listed.map(([path, locked]): Component => {
    const name = nameOf(path, locked);
    const version = locked.version ?? '0.0.0';
    // One version may be there several times, with other packages below it.
    const ref = `${purlOf(name, version)}#${path}`;
    refs.set(path, ref);
    return {
      type: 'library',
      'bom-ref': ref,
      name,
      version,
      scope: scopeOf(locked),
      ...hashesOf(locked.integrity),
      ...licenceOf(locked.license),
      purl: purlOf(name, version),
    };
  });
  const links = new Map<string, string>();
  for (const [path, { link }] of Object.entries(packages)) {
    const own = listed.find(([at, locked]) => nameOf(at, locked) === path.slice(modules.length));
    if (link === true && own !== undefined) links.set(path, own[0]);
  }
  const dependencies = [...refs].map(([path, ref]) => {
    const { dependencies: own, optionalDependencies, peerDependencies } = packages[path] ?? {};
    const found = Object.keys({ ...own, ...optionalDependencies, ...peerDependencies }).flatMap((name) => {
      const at = pathOf(packages, path, name);
      const target = at === undefined ? undefined : refs.get(links.get(at) ?? at);
      return target === undefined ? [] : [target];
    });
    return { ref, dependsOn: [...new Set(found)].toSorted() };
  });
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(lock))}`,
    version: 1,
    metadata: { component: root },
    components,
    dependencies,
  };
};

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '..');
  const lock = JSON.parse(readFileSync(resolve(root, 'package-lock.json'), 'utf8')) as Lockfile;
  const text = `${JSON.stringify(billOfMaterials(lock), undefined, 2)}\n`;
  const file = process.argv[2] ?? resolve(root, 'sbom.cdx.json');
  if (file === '-') process.stdout.write(text);
  else writeFileSync(file, text);
}
