import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { objectStorageNames, secretKeyFileName } from './object-storage.ts';
import { dataDirName, environmentNames, installNames } from './schema.ts';

const root = new URL('../../../../', import.meta.url);
const read = (name: string): Promise<string> => readFile(new URL(`deploy/${name}`, root), 'utf8');
const all = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, found = '']) => found)),
];

const shipped = ['compose.yaml', 'holdall.env.example', 'holdall.service', 'holdall-backup.service'];
test('every deployment variable is one that the server reads', async () => {
  const known = [
    ...Object.values(environmentNames),
    ...Object.values(installNames),
    ...Object.values(objectStorageNames),
    dataDirName,
    secretKeyFileName,
  ] as string[];
  const named = all((await Promise.all(shipped.map(read))).join('\n'), /\b(HOLDALL_[A-Z0-9_]+)\b/g);
  expect(named).toContain('HOLDALL_METRICS_TOKEN');
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});

test('the example names every variable that the composition needs, and every one that it offers', async () => {
  const [compose, example] = await Promise.all([read('compose.yaml'), read('holdall.env.example')]);
  const needed = [...all(compose, /\$\{([A-Z0-9_]+):\?/g), ...all(compose, /\$\{(HOLDALL_[A-Z0-9_]+):-\}/g)];
  const written = all(example, /^([A-Z0-9_]+)=/gm);
  expect(needed.length).toBeGreaterThan(5);
  expect(needed.filter((name) => !written.includes(name))).toEqual([]);
});

test('services and the image start the program that npm starts', async () => {
  const shippedFor = await Promise.all(['holdall.service', 'holdall-backup.service', 'Dockerfile'].map(read));
  const programs = all(shippedFor.join('\n'), /node \/(?:opt\/holdall|app)\/(\S+)/g);
  const manifest = await readFile(new URL('package.json', root), 'utf8');
  expect(programs).toEqual(all(manifest, /"start": "exec node (\S+) serve"/g));
});

test('the service allows the confinement of decoders: bubblewrap has namespaces, mounts and a netlink socket', async () => {
  const service = await read('holdall.service');
  const allowed = (name: string): string[] =>
    (new RegExp(`^${name}=(.*)$`, 'm').exec(service)?.[1] ?? '').split(' ');
  expect(allowed('RestrictNamespaces')).toEqual(
    expect.arrayContaining(['cgroup', 'ipc', 'mnt', 'net', 'pid', 'user', 'uts']),
  );
  expect(allowed('RestrictAddressFamilies')).toContain('AF_NETLINK');
  expect(allowed('SystemCallFilter')).toEqual(expect.arrayContaining(['@system-service', '@mount']));
  // It reads the limits of user namespaces below /proc/sys.
  expect(service).not.toContain('ProcSubset=pid');
});

test('git ignores the filled-in files of the composition', async () => {
  const ignored = (await readFile(new URL('.gitignore', root), 'utf8')).split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['.env', 'deploy/certificates/']));
  const [compose, operations] = await Promise.all([
    read('compose.yaml'),
    readFile(new URL('docs/operations.md', root), 'utf8'),
  ]);
  expect(compose).toContain('holdall.env.example deploy/.env ');
  // Each command must name the file, which is not in the current folder.
  const commands = `${compose}${operations}`.match(/docker compose [^\n`]*/g) ?? [];
  expect(commands.length).toBeGreaterThan(3);
  expect(commands.filter((command) => !command.startsWith('docker compose -f deploy/compose.yaml '))).toEqual(
    [],
  );
});
