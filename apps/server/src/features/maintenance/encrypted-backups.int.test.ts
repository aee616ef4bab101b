import type { listBackups } from '@holdall/contract/admin-maintenance';
import type { AnswersOf } from '@holdall/contract/endpoint';
import { expect, test, vi } from 'vitest';
import { createIdentity } from '#lib/age-keys.ts';
import { contents, damagedIn, damageFile, flipped, scrubbed } from '#testing/damage-drill.ts';
import { jobsDone } from '#testing/jobs-done.ts';
import { createUploadHarness } from '#testing/use-uploads.ts';

vi.setConfig({ testTimeout: 120_000 });

const harness = createUploadHarness();
const { server, client, signInAgain } = harness;
const drill = { server, signInAgain, client: () => client };

test.each(contents)(
  'a server encrypts its backups of files in $where, verifies them without a private key, and reports files that need one to be restored',
  async ({ bytes }) => {
    const { recipient } = createIdentity(new Date(0));
    await harness.start({ backupRecipient: recipient });
    const file = await client.put('a.txt', bytes);
    const backups = async () =>
      (await (await client.get('/api/admin/server/backups')).json()) as AnswersOf<typeof listBackups>;
    await client.post('/api/admin/server/backups', {});
    await jobsDone(server, 'backup');
    const { data: made, meta } = await backups();
    const [backup] = made;
    expect(meta.encrypted_to).toBe(recipient);
    expect(backup?.attributes).toMatchObject({ encrypted: true, files: 1 });
    await client.post(`/api/admin/server/backups/${backup?.id}/verify`, {});
    await jobsDone(server, 'backup.check');
    expect((await backups()).data[0]?.attributes.verified).toMatchObject({ sound: true });

    await damageFile(server, file, flipped);
    await scrubbed(drill);
    await client.post('/api/admin/server/damaged/restore', { id: file.data.id });
    await jobsDone(server, 'files.restore');
    expect((await damagedIn(client)).meta).toMatchObject({
      damaged: 1,
      restored: { restored: 0, lacking: 0, encrypted: 1 },
      failed: null,
    });
  },
);
