import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { billOfMaterials, type Lockfile } from './sbom.ts';

const lock: Lockfile = {
  name: 'app',
  version: '1.0.0',
  packages: {
    '': { license: 'Apache-2.0', dependencies: { '@a/one': '1.0.0' } },
    'apps/server': { name: '@app/server', version: '0.1.0', dependencies: { two: '2.0.0' } },
    'node_modules/@app/server': { link: true },
    'node_modules/@a/one': {
      version: '1.0.0',
      integrity: 'sha512-AAEC',
      license: 'MIT',
      dependencies: { two: '2.0.0', '@app/server': '0.1.0' },
    },
    'node_modules/@a/one/node_modules/two': { version: '2.0.1', optional: true, license: 'SEE LICENSE IN x' },
    'node_modules/two': { version: '2.0.0', dev: true },
  },
};

test('each package has its name, version, checksum, licence and purpose', () => {
  const { metadata, components } = billOfMaterials(lock);
  expect(metadata.component).toMatchObject({ type: 'application', purl: 'pkg:npm/app@1.0.0' });
  expect(components.map(({ name, version, scope }) => [name, version, scope])).toEqual([
    ['@app/server', '0.1.0', 'required'],
    ['@a/one', '1.0.0', 'required'],
    ['two', '2.0.1', 'optional'],
    ['two', '2.0.0', 'excluded'],
  ]);
  expect(components[1]).toMatchObject({
    purl: 'pkg:npm/%40a/one@1.0.0',
    hashes: [{ alg: 'SHA-512', content: '000102' }],
    licenses: [{ expression: 'MIT' }],
  });
  expect(components[2]?.licenses).toEqual([{ license: { name: 'SEE LICENSE IN x' } }]);
});

test('dependencies are those that Node would load, links included', () => {
  const { dependencies } = billOfMaterials(lock);
  const of = (name: string) => dependencies.find(({ ref }) => ref.startsWith(`pkg:npm/${name}`))?.dependsOn;
  expect(of('app@')).toEqual(['pkg:npm/%40a/one@1.0.0#node_modules/@a/one']);
  expect(of('%40a/one')).toEqual([
    'pkg:npm/%40app/server@0.1.0#apps/server',
    'pkg:npm/two@2.0.1#node_modules/@a/one/node_modules/two',
  ]);
  expect(of('%40app/server')).toEqual(['pkg:npm/two@2.0.0#node_modules/two']);
});

test('the bill of this application is complete, and reproducible', () => {
  const own = JSON.parse(
    readFileSync(resolve(import.meta.dirname, '../package-lock.json'), 'utf8'),
  ) as Lockfile;
  const bill = billOfMaterials(own);
  expect(bill).toEqual(billOfMaterials(own));
  expect(bill.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  const refs = bill.components.map((component) => component['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
  const known = new Set([bill.metadata.component['bom-ref'], ...refs]);
  for (const { ref, dependsOn } of bill.dependencies)
    for (const name of [ref, ...dependsOn]) expect(known).toContain(name);
  // Packages of npm have a checksum each; those of this repository have none.
  const unpinned = bill.components.filter(({ hashes }) => hashes === undefined);
  expect(unpinned.every(({ name }) => name.startsWith('@holdall/') || name === '@napi-rs/canvas')).toBe(true);
});
