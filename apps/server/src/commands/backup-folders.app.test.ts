import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { readLineFile, writeLineFile } from '#lib/line-files.ts';
import { storeBytes } from '#ports/blob-store.ts';
import { countOf, expectRefusal, nameOf, withFiles } from '#testing/backup-commands.ts';
import {
  answerOf,
  commandIn,
  examine,
  type Place,
  shaOf,
  useMaintenance,
} from '#testing/maintenance-commands.ts';

// Several processes start one after the other.
vi.setConfig({ testTimeout: 240_000 });

const { newPlace, pathOf } = useMaintenance();

const orphansIn = async (place: Place) =>
  (await examine(place)).faults.filter(({ check }) => check === 'orphans');

test('thumbnails of a file that was just permanently deleted are neither backed up nor restored', () =>
  withFiles(['kept', 'deleted'], async (server) => {
    const { blobs } = server;
    const { db } = server.parts;
    const { blob_id: blobId, id } = await db
      .selectFrom('items')
      .select(['id', 'blob_id'])
      .where('name', '=', 'deleted')
      .executeTakeFirstOrThrow();
    const key = await storeBytes(blobs, Buffer.from('a picture'));
    await db
      .insertInto('thumbnails')
      .values({
        blob_id: blobId ?? '',
        state: 'ready',
        store_id: server.storeId,
        key,
        spans: '{}',
        updated_at: 1,
      })
      .execute();
    // A backup of before, which has them.
    const root = pathOf('backups');
    const before = nameOf(await answerOf(server, 'backup', root));
    await db.deleteFrom('items').where('id', '=', id).execute();
    const saved = await answerOf(server, 'backup', root);
    const after = nameOf(saved);
    expect(countOf(saved.value, 'blobs')).toBe(1);

    const first = await newPlace('first');
    expect(await answerOf(first, 'restore', root)).toMatchObject({ code: 0 });
    expect(await orphansIn(first)).toEqual([]);

    // The format of an older version: its list has blobs that its rows no longer show.
    const folderOf = (name: string) => join(root, 'snapshots', name);
    const list = join(folderOf(after), 'blobs.ndjson.gz');
    const lines: string[] = [];
    for (const name of [after, before])
      for await (const some of readLineFile(join(folderOf(name), 'blobs.ndjson.gz')))
        lines.push(...some.filter((line) => name === after || line.includes(key)));
    await rm(list);
    await writeLineFile(
      list,
      (async function* () {
        yield lines;
      })(),
    );
    const path = join(folderOf(after), 'manifest.json');
    const manifest = JSON.parse(await readFile(path, 'utf8')) as {
      files: { name: string; sha256: string }[];
    };
    for (const file of manifest.files)
      if (file.name === 'blobs.ndjson.gz') file.sha256 = shaOf(await readFile(list));
    await writeFile(path, JSON.stringify(manifest));
    await rm(join(folderOf(after), 'manifest.hmac'));
    const second = await newPlace('second');
    expect(await answerOf(second, 'restore', root)).toMatchObject({ code: 0 });
    expect(await orphansIn(second)).toEqual([]);
  }));

test('an unusable folder is refused in a sentence, by each command', () =>
  withFiles(['a'], async (place) => {
    const file = pathOf('file');
    await writeFile(file, 'no folder');
    // Not even root can create folders below /proc and /sys.
    const roots = [
      join(file, 'inside'),
      ...['/proc/holdall/a', '/sys/holdall'].filter((path) => existsSync(dirname(dirname(path)))),
    ];
    for (const root of roots) {
      const { code, value } = await answerOf(place, 'backup', root);
      expect([code, value]).toEqual([
        1,
        {
          error: {
            code: 'refused',
            message: expect.stringContaining(`Backups cannot be kept in ${root}: `) as string,
          },
        },
      ]);
      const { output } = await commandIn({ ...place, dataDir: root }, 'doctor');
      expect(output.trim().split('\n')).toHaveLength(1);
    }
    // A symbolic link to itself fails in the middle of a path, for every user.
    const broken = pathOf('backups');
    await mkdir(broken);
    await symlink('snapshots', join(broken, 'snapshots'));
    for (const words of [
      ['backup', '--list', broken],
      ['backup', '--verify', 'latest', broken],
      ['backup', broken],
      ['restore', broken],
    ])
      expectRefusal(await commandIn(place, ...words), /^The command has failed: ELOOP[^\n]+\.\n$/);
  }));
