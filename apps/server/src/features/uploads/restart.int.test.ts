import { randomBytes } from 'node:crypto';
import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { composeServices } from '#compose/features.ts';
import { chunkName, sha256 } from '#testing/upload-client.ts';
import { itemOf, useUploads } from '#testing/use-uploads.ts';

const { server, client, signInAgain, staged, sessions } = useUploads({ smallContentLimit: -1 });

const day = 24 * 60 * 60 * 1000;

describe('after a restart', () => {
  const bytes = randomBytes(2_500_000);
  /** Composes services that share no memory with the running ones. */
  const restarted = () => composeServices(server.parts, server.foundation).uploads;
  const actor = async () => {
    const owner = await server.foundation.users.findByEmail('ada@example.com');
    return {
      kind: 'user',
      id: owner?.id ?? '',
      role: 'admin',
      canUpload: true,
      canDownload: true,
      canCreateFolder: true,
    } as const;
  };
  const bodyOf = (piece: Uint8Array) => ({
    abort: () => undefined,
    async *[Symbol.asyncIterator]() {
      yield Buffer.from(piece);
    },
  });
  const input = (name: string, offset: number) => ({
    target: { parentId: null, path: [], name: 'a.bin', onConflict: 'rename' as const },
    lastModified: null,
    declaredType: undefined,
    extension: '',
    uploadId: name,
    offset,
    size: bytes.length,
    length: undefined,
    expected: undefined,
    isLast: true,
  });
  const begin = async (): Promise<string> => {
    const name = chunkName('a.bin');
    await client.chunk({ name, size: bytes.length, is_last: false }, bytes.subarray(0, 2_000_000));
    return name;
  };

  it('an upload continues and has the right checksum', async () => {
    const name = await begin();
    const uploads = restarted();
    await uploads.clearStaging();
    const offset = await uploads.getOffset(await actor(), name);
    expect(offset).toBe(2_000_000);
    await uploads.receive(await actor(), input(name, offset), bodyOf(bytes.subarray(offset)));
    const blob = await server.parts.db.selectFrom('blobs').selectAll().executeTakeFirstOrThrow();
    expect(blob.sha256).toBe(sha256(bytes));
  });

  it('staged bytes that were never recorded are not trusted', async () => {
    const name = await begin();
    const [session] = await sessions();
    await truncate(join(server.dataDir, 'staging', session?.staging_key ?? ''), 2_100_000);
    expect(await restarted().getOffset(await actor(), name)).toBe(2_000_000);
  });

  it('missing staged bytes are requested again', async () => {
    const name = await begin();
    const [session] = await sessions();
    await truncate(join(server.dataDir, 'staging', session?.staging_key ?? ''), 1_000_000);
    const uploads = restarted();
    await expect(
      uploads.receive(await actor(), input(name, 2_000_000), bodyOf(bytes.subarray(2_000_000))),
    ).rejects.toMatchObject({
      code: 'upload.gap',
      details: { offset: 1_000_000 },
    });
    await uploads.receive(await actor(), input(name, 1_000_000), bodyOf(bytes.subarray(1_000_000)));
    const blob = await server.parts.db.selectFrom('blobs').selectAll().executeTakeFirstOrThrow();
    expect(blob.sha256).toBe(sha256(bytes));
  });

  it('a file that was published when the process died is recorded', async () => {
    const name = await begin();
    const [session] = await sessions();
    const key = session?.staging_key as never;
    const writer = await server.blobs.stage(key, 2_000_000);
    await writer.write(bytes.subarray(2_000_000));
    await writer.flush();
    await writer.close();
    await server.blobs.publish(key, bytes.length);
    const uploads = restarted();
    expect(await uploads.getOffset(await actor(), name)).toBe(bytes.length);
    await expect(
      uploads.receive(await actor(), input(name, 0), bodyOf(randomBytes(bytes.length))),
    ).rejects.toMatchObject({ code: 'upload.mismatch' });
    await uploads.receive(await actor(), input(name, bytes.length), bodyOf(Buffer.alloc(0)));
    const blob = await server.parts.db.selectFrom('blobs').selectAll().executeTakeFirstOrThrow();
    expect(blob).toMatchObject({ sha256: sha256(bytes), size: bytes.length });
    expect(await client.names()).toEqual(['a.bin']);
  });

  it('the remains of a killed process are removed, and nothing else', async () => {
    await begin();
    const file = await itemOf(await client.binary({ name: 'b.bin' }, bytes));
    const [lost, orphan] = ['0'.repeat(32), '1'.repeat(32)] as never[];
    for (const key of [lost, orphan]) {
      const writer = await server.blobs.stage(key as never, 0);
      await writer.close();
    }
    await server.blobs.publish(orphan as never, 0);
    const uploads = restarted();
    server.clock.advance(11 * 60_000);
    await uploads.clearStaging();
    expect(await staged()).toEqual([(await sessions())[0]?.staging_key]);
    await uploads.sweep();
    expect(await server.blobs.size(orphan as never)).toBe(0);
    server.clock.advance(day + 60_000);
    await uploads.sweep();
    expect(await server.blobs.size(orphan as never)).toBeUndefined();
    expect(await staged()).toEqual([]);
    await signInAgain();
    expect(await client.downloadedSha256(file)).toBe(sha256(bytes));
  });
});
