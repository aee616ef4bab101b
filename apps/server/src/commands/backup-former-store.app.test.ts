import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createAesSealer } from '#adapters/sealer-aes.ts';
import { openSecretKey } from '#adapters/disk/secret-key.ts';
import { expectRefusal, withFiles } from '#testing/backup-commands.ts';
import { answerOf, blobFiles, commandIn, useMaintenance } from '#testing/maintenance-commands.ts';
import { leaveUnreachableBucket } from '#testing/unreachable-bucket.ts';

const { pathOf } = useMaintenance();

test('a backup that lacks files of a former store that does not answer ends with its name and what to do', () =>
  withFiles(['a', 'b'], async (server, upload) => {
    const { db } = server.parts;
    const root = pathOf('backups');
    expect(await answerOf(server, 'backup', root)).toMatchObject({ code: 0 });
    const sealer = createAesSealer(openSecretKey(join(server.dataDir, 'secret.key')));
    const former = await leaveUnreachableBucket(db, sealer);
    for (const path of await blobFiles(server.dataDir)) await rm(path);
    await db.updateTable('blobs').set({ store_id: former }).execute();
    // Files that an earlier backup has are not read again.
    expect(await answerOf(server, 'backup', root)).toMatchObject({ code: 0, value: { damaged: 0 } });
    await upload('c');
    await rm((await blobFiles(server.dataDir))[0] ?? '');
    await db.updateTable('blobs').set({ store_id: former }).execute();
    const failed = await commandIn(server, 'backup', root);
    expectRefusal(
      failed,
      /^No answer comes from the bucket files at 127\.0\.0\.1:9\. Files are on record there/m,
    );
    await db
      .updateTable('stores')
      .set({ kind: 'disk', config: '{}', node_id: 'gone' })
      .where('id', '=', former)
      .execute();
    expectRefusal(await commandIn(server, 'backup', root), /gone.* Files are on record there/m);
  }));
