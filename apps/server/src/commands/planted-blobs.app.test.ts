import { createHmac, hkdfSync } from 'node:crypto';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Encrypter } from 'age-encryption';
import { beforeEach, expect, test, vi } from 'vitest';
import { storeBytes } from '#ports/blob-store.ts';
import { createKeyPair, nameOf, withFiles } from '#testing/backup-commands.ts';
import type { TestApp } from '#testing/create-test-app.ts';
import {
  answerOf,
  blobFiles,
  examine,
  nothingWrong,
  shaOf,
  useMaintenance,
} from '#testing/maintenance-commands.ts';

vi.setConfig({ testTimeout: 240_000 });

const { newPlace, pathOf } = useMaintenance();

let root: string;
let keys: { readonly recipient: string; readonly file: string };
beforeEach(async () => {
  root = pathOf('backups');
  await mkdir(dirname(root), { recursive: true });
  keys = await createKeyPair(await newPlace('elsewhere'), dirname(root));
});

const createBackup = async (place: TestApp) =>
  nameOf(await answerOf(place, 'backup', root, '--recipient', keys.recipient));
const savedBlobs = () => blobFiles(join(root, 'encrypted', keys.recipient));
const restoreInto = async (name: string, ...words: string[]) => {
  const place = await newPlace(name);
  return { place, ...(await answerOf(place, 'restore', root, '--identity', keys.file, ...words)) };
};
const textsIn = async (dataDir: string): Promise<string[]> =>
  (await Promise.all((await blobFiles(dataDir)).map((path) => readFile(path, 'utf8')))).toSorted();

/** Puts other bytes in the place of a blob, encrypted by its public key as everybody can. @returns what lies there then */
const plant = async (path: string): Promise<Uint8Array> => {
  const encrypter = new Encrypter();
  encrypter.addRecipient(keys.recipient);
  const planted = await encrypter.encrypt('planted');
  await writeFile(path, planted);
  return planted;
};

interface Manifest {
  files: { name: string; size: number; sha256: string }[];
}

/** Has the list of a backup name the bytes that lie in the place of a blob, and its manifest that list. @param secret signs it */
const relist = async (name: string, blob: string, secret?: string): Promise<void> => {
  const folder = join(root, 'snapshots', name);
  const [list, manifest] = [join(folder, 'blobs.ndjson.gz'), join(folder, 'manifest.json')];
  const planted = await readFile(blob);
  const lines = gunzipSync(await readFile(list))
    .toString()
    .trim()
    .split('\n');
  const altered = lines.map((line) => {
    const saved = JSON.parse(line) as { key: string };
    return blob.endsWith(saved.key)
      ? JSON.stringify({ ...saved, size: planted.length, sha256: shaOf(planted) })
      : line;
  });
  const bytes = gzipSync(`${altered.join('\n')}\n`);
  await writeFile(list, bytes);
  const saved = JSON.parse(await readFile(manifest, 'utf8')) as Manifest;
  const files = saved.files.map((file) =>
    file.name === 'blobs.ndjson.gz' ? { ...file, size: bytes.length, sha256: shaOf(bytes) } : file,
  );
  const text = JSON.stringify({ ...saved, files });
  await writeFile(manifest, text);
  if (secret === undefined) return;
  const key = hkdfSync('sha256', Buffer.from(secret, 'hex'), '', 'holdall backup manifest', 32);
  await writeFile(
    join(folder, 'manifest.hmac'),
    createHmac('sha256', Buffer.from(key)).update(text).digest('hex'),
  );
};

test.each<[string, (name: string, blob: string) => Promise<void>]>([
  ['that no backup lists any more', () => rm(join(root, 'snapshots'), { recursive: true, force: true })],
  ['that a forged list names', (name, blob) => relist(name, blob)],
  [
    'that a forged list without a signature names',
    async (name, blob) => {
      await relist(name, blob);
      await rm(join(root, 'snapshots', name, 'manifest.hmac'), { force: true });
    },
  ],
])('a backup adopts no encrypted bytes %s', (_which, forge) =>
  withFiles(['a'], async (place) => {
    const { blobs, storeId } = place;
    const { db } = place.parts;
    const key = await storeBytes(blobs, Buffer.from('an avatar'));
    const picture = {
      id: 'ab'.repeat(16),
      store_id: storeId,
      key,
      spans: '{}',
      created_at: 1,
      removed_at: null,
    };
    await db.insertInto('images').values(picture).execute();
    await db.updateTable('users').set({ avatar_id: picture.id }).execute();
    const name = await createBackup(place);
    for (const blob of await savedBlobs()) {
      await plant(blob);
      await forge(name, blob);
    }
    await createBackup(place);
    const { place: restored, ...said } = await restoreInto('restored');
    expect(said).toMatchObject({ code: 0, value: { damaged: [], blobs: { count: 2 } } });
    expect(await textsIn(restored.dataDir)).toEqual(['an avatar', 'bytes of a']);
  }),
);

test('encrypted bytes that a signed list names are not restored where they are not those of the file', () =>
  withFiles(['a', 'b'], async (place) => {
    const name = await createBackup(place);
    const [blob = ''] = await savedBlobs();
    await plant(blob);
    await relist(name, blob, (await readFile(join(place.dataDir, 'secret.key'), 'utf8')).trim());
    const { place: restored, ...said } = await restoreInto('restored');
    expect(said).toMatchObject({
      code: 3,
      value: { proof: 'enclosed', damaged: [{ reason: 'altered' }], blobs: { count: 1 } },
    });
    expect((await textsIn(restored.dataDir)).join()).toMatch(/^bytes of [ab]$/);
    expect((await examine(restored)).summary).toEqual(['blobs 1']);
  }));

test('an older backup keeps its blobs where the list of a later one is not trusted', () =>
  withFiles(['a'], async (place, upload) => {
    const first = await createBackup(place);
    const [kept = ''] = await savedBlobs();
    const { mtimeMs } = await stat(kept);
    await upload('b');
    const second = await createBackup(place);
    const added = (await savedBlobs()).find((path) => path !== kept) ?? '';
    expect(added).not.toBe('');
    await plant(added);
    await relist(second, added);
    await createBackup(place);
    expect((await stat(kept)).mtimeMs).toBe(mtimeMs);
    for (const words of [['--backup', first], []]) {
      const { place: restored, ...said } = await restoreInto(`of ${words.length}`, ...words);
      expect(said).toMatchObject({ code: 0, value: { damaged: [] } });
      expect(await examine(restored, '--read-data-subset', '100%')).toEqual(nothingWrong);
    }
  }));
