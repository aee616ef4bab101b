import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDiskBlobStore } from '#adapters/disk/blob-disk.ts';
import { createBlobKey, storeBytes } from '#ports/blob-store.ts';
import type { OwnedBlobStore } from '#ports/owned-blob-store.ts';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { createUploadClient } from '#testing/upload-client.ts';
import { createOwnership, holdsAny, isOneStore, type Ownership } from './owner-marker.service.ts';
import { findInstallation } from './owner.repo.ts';
import { largeContent } from '#testing/large-content.ts';

let server: TestApp;
let ownership: Ownership;
let folder: string;
let store: OwnedBlobStore;
beforeEach(async () => {
  server = await createTestApp();
  ownership = createOwnership({ db: server.database.db, clock: server.clock });
  folder = await mkdtemp(join(tmpdir(), 'holdall-owner-'));
  store = await createDiskBlobStore(folder);
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});
const upload = async (): Promise<void> => {
  await createUploadClient(await server.listen(), await server.signIn()).put(
    'a.txt',
    Buffer.from(largeContent('a file')),
  );
};
const forgetName = (): Promise<unknown> =>
  server.database.db.deleteFrom('settings').where('name', '=', 'internal:installation').execute();

describe('a store', () => {
  it('that is empty becomes the installation’s own', async () => {
    expect(await ownership.look(store)).toBe('empty');
    expect(await ownership.claim(store)).toBe('own');
    expect(await ownership.look(store)).toBe('own');
    expect(await store.owner()).toBe(await findInstallation(server.database.db));
  });

  it('that is marked by another installation is never accepted', async () => {
    await store.setOwner('another');
    expect(await ownership.claim(store)).toBe('other');
    await upload();
    expect(await ownership.claim(store)).toBe('other');
    expect(await store.owner()).toBe('another');
  });

  it('with unmarked files is accepted only if they are recorded', async () => {
    await storeBytes(store, Buffer.from('foreign'));
    expect(await ownership.look(store)).toBe('unknown');
    expect(await ownership.claim(store)).toBe('unknown');
    expect(await store.owner()).toBeUndefined();
    await upload();
    expect(await ownership.claim(store)).toBe('unknown');
    // As left by an installation from before the marker.
    const own = await createDiskBlobStore(server.dataDir);
    await rm(join(server.dataDir, 'blobs', 'holdall-installation'));
    expect(await ownership.look(own)).toBe('unknown');
    expect(await ownership.claim(own)).toBe('own');
  });

  it('that is in use and empty is accepted only while no files are recorded', async () => {
    expect(await ownership.confirm(store)).toBe('own');
    await rm(join(folder, 'blobs', 'holdall-installation'));
    await upload();
    expect(await ownership.confirm(store)).toBe('empty');
    expect(await store.owner()).toBeUndefined();
    // Choosing the store now acknowledges that it is empty.
    expect(await ownership.claim(store)).toBe('own');
    expect(await ownership.confirm(store)).toBe('own');
  });

  it('gives its name to a database from before the name, if its files are recorded', async () => {
    await upload();
    const own = await createDiskBlobStore(server.dataDir);
    const name = await findInstallation(server.database.db);
    await forgetName();
    expect(await ownership.claim(own)).toBe('own');
    expect(await findInstallation(server.database.db)).toBe(name);
    await forgetName();
    await store.setOwner('another');
    expect(await ownership.claim(store)).toBe('other');
    expect(await findInstallation(server.database.db)).not.toBe('another');
  });

  it('under two names is one, and the trial leaves nothing', async () => {
    const again = await createDiskBlobStore(folder);
    const own = await createDiskBlobStore(server.dataDir);
    expect(await isOneStore(store, again)).toBe(true);
    expect(await isOneStore(store, own)).toBe(false);
    for (const each of [store, own])
      for await (const { key } of each.listStaged()) expect(key).toBeUndefined();
  });

  it('is identified by its blobs', async () => {
    const key = await storeBytes(store, Buffer.from('a blob'));
    expect(await holdsAny(store, [createBlobKey(), key])).toBe(true);
    expect(await holdsAny(store, [createBlobKey()])).toBe(false);
  });
});
