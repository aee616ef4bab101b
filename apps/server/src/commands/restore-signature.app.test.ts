import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createTestApp, testEmail } from '#testing/create-test-app.ts';
import { createTreeClient } from '#testing/tree-client.ts';
import { answerOf, commandIn, shaOf, useMaintenance } from '#testing/maintenance-commands.ts';

vi.setConfig({ testTimeout: 120_000 });

const { newPlace, pathOf } = useMaintenance();

interface Manifest {
  name: string;
  blobs: { count: number };
  files: { name: string; size: number; sha256: string }[];
}
interface Backup {
  readonly root: string;
  readonly name: string;
  readonly folder: string;
  /** Changes the manifest, as an attacker with write access to the backups would. */
  readonly alter: (change: (manifest: Manifest) => void) => Promise<void>;
}

const backedUp = async (): Promise<Backup> => {
  const server = await createTestApp();
  const root = pathOf('backups');
  try {
    await (await createTreeClient(server, testEmail)).upload('file', 'bytes');
    expect((await answerOf(server, 'backup', root, '--copy')).code).toBe(0);
  } finally {
    await server.close();
  }
  const [name = ''] = await readdir(join(root, 'snapshots'));
  const folder = join(root, 'snapshots', name);
  return {
    root,
    name,
    folder,
    alter: async (change) => {
      const path = join(folder, 'manifest.json');
      const manifest = JSON.parse(await readFile(path, 'utf8')) as Manifest;
      change(manifest);
      await writeFile(path, JSON.stringify(manifest));
    },
  };
};

test('an unchanged backup is restored, and the key that proves it is named', async () => {
  const { root, folder } = await backedUp();
  const HOLDALL_SECRET_KEY = (await readFile(join(folder, 'secret.key'), 'utf8')).trim();
  expect(await answerOf(await newPlace('keyed', { HOLDALL_SECRET_KEY }), 'restore', root)).toMatchObject({
    code: 0,
    value: { proof: 'own' },
  });
  expect(await answerOf(await newPlace('place'), 'restore', root)).toMatchObject({
    code: 0,
    value: { proof: 'enclosed' },
  });
});

test('a manifest that was changed together with its checksums is refused, and found by verification', async () => {
  const { root, name, folder, alter } = await backedUp();
  const list = join(folder, 'config.json');
  await writeFile(list, '{"url":"https://evil.example"}');
  await alter((manifest) => {
    const sha256 = shaOf(Buffer.from('{"url":"https://evil.example"}'));
    manifest.files.push({ name: 'config.json', size: 30, sha256 });
  });
  const place = await newPlace('place');
  const refused = await commandIn(place, 'restore', root);
  expect(refused.code).toBe(1);
  expect(refused.output).toContain(`The manifest of ${name} was changed after the backup was made`);
  expect(await answerOf(place, 'backup', '--verify', name, root)).toMatchObject({
    code: 3,
    value: { sound: false, examples: [expect.stringContaining('its signature is another one')] },
  });
});

test('a backup without a signature, of an earlier version, is restored with a warning', async () => {
  const { root, name, folder } = await backedUp();
  await rm(join(folder, 'manifest.hmac'));
  expect(await answerOf(await newPlace('one'), 'backup', '--verify', name, root)).toMatchObject({ code: 0 });
  const restored = await commandIn(await newPlace('two'), 'restore', root);
  expect(restored.code).toBe(0);
  expect(restored.output).toContain('Warning: nothing proves that the backup is what was saved');
});

const nameFirst =
  (name: string) =>
  ({ files: [first] }: Manifest): void => {
    if (first !== undefined) first.name = name;
  };

test.each<[string, (manifest: Manifest) => void]>([
  ['a file above the folder', nameFirst('../manifest.json')],
  ['a file elsewhere', nameFirst('/etc/passwd')],
  ['a file of another name', nameFirst('tables/..')],
  [
    'another folder',
    (manifest) => {
      manifest.name = '../../outside';
    },
  ],
  [
    'another backup',
    (manifest) => {
      manifest.name = '20200101t000000000z-abcdef';
    },
  ],
])('a manifest that names %s is not read, signed or not', async (_what, change) => {
  const { root, folder, alter } = await backedUp();
  await rm(join(folder, 'manifest.hmac'));
  await alter(change);
  const refused = await commandIn(await newPlace('place'), 'restore', root);
  expect(refused.code).toBe(1);
  expect(refused.output).toContain('its manifest is damaged');
});

test('a manifest has to cover the database and the list of files', async () => {
  const { root, folder, alter } = await backedUp();
  await rm(join(folder, 'manifest.hmac'));
  await alter((manifest) => {
    manifest.files = manifest.files.filter(({ name }) => name !== 'blobs.ndjson.gz');
  });
  const refused = await commandIn(await newPlace('place'), 'restore', root);
  expect(refused.output).toContain('its manifest does not name blobs.ndjson.gz');
});

test('a backup outside of the folder of backups is refused', async () => {
  const { root, folder } = await backedUp();
  await cp(folder, pathOf('outside'), { recursive: true });
  const refused = await commandIn(await newPlace('place'), 'restore', root, '--backup', '../../outside');
  expect(refused.code).toBe(1);
  expect(refused.output).toContain('There is no backup');
});
