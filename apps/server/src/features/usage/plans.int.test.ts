import type { Storage } from '@holdall/contract/storage';
import type { User } from '@holdall/contract/users';
import { describe, expect, it } from 'vitest';
import { saveSettings } from '#testing/save-settings.ts';
import { storageRecordOf } from '#testing/storage-record.ts';
import { createUploadHarness, itemOf, problemOf } from '#testing/use-uploads.ts';

const { server, client, start } = createUploadHarness();
const { setCapacity, settledAt } = storageRecordOf(server);

const storage = async (): Promise<Storage['data']['attributes']> =>
  ((await (await client.get('/api/user/storage')).json()) as Storage).data.attributes;
const restrictions = async (): Promise<User['data']['meta']['restrictions']> =>
  ((await (await client.get('/api/user')).json()) as User).data.meta.restrictions;
let files = 0;
const upload = (length: number): Promise<Response> => {
  files += 1;
  return client.binary({ name: `${files}.bin` }, Buffer.alloc(length));
};

describe.each(['metered', 'none', 'fixed'] as const)('the plan %s', (plan) => {
  const isLimited = plan === 'fixed';

  it('applies the limit of the installation if it limits accounts, and none otherwise', async () => {
    await start({ settings: { subscription_type: plan, default_capacity: 1_000 } });
    await itemOf(await upload(1_000));
    expect(await storage()).toEqual({ used: 1_000, capacity: isLimited ? 1_000 : null, percentage: 100 });
    expect(await restrictions()).toMatchObject({
      canUpload: !isLimited,
      reason: isLimited ? 'Your storage is full.' : null,
    });
    expect((await upload(1)).status).toBe(isLimited ? 423 : 201);
    await settledAt(isLimited ? 1_000 : 1_001);
  });

  it('applies an account’s individual capacity, unless no plan limits accounts', async () => {
    await start({ settings: { subscription_type: plan, default_capacity: 1_000_000 } });
    const caps = plan !== 'none';
    await setCapacity(500);
    await itemOf(await upload(499));
    expect(await storage()).toEqual({
      used: 499,
      capacity: caps ? 500 : null,
      percentage: caps ? 99.8 : 100,
    });
    expect(await restrictions()).toMatchObject({ canUpload: true });
    const second = await upload(2);
    expect(second.status).toBe(caps ? 423 : 201);
    await itemOf(await upload(1));
    expect((await restrictions()).canUpload).toBe(!caps);
    await setCapacity(null);
    expect(await storage()).toMatchObject({ capacity: null, percentage: 100 });
    expect((await restrictions()).canUpload).toBe(true);
    await itemOf(await upload(10_000));
  });
});

it('the limit of an installation without a plan applies while storage limitation is on', async () => {
  await start({ settings: { subscription_type: 'none', storage_limitation: true, default_capacity: 1_000 } });
  await itemOf(await upload(900));
  expect(await storage()).toEqual({ used: 900, capacity: 1_000, percentage: 90 });
  expect(await problemOf(await upload(101))).toMatchObject({ code: 'storage.exceeded', status: 423 });
});

it('a changed plan applies from the next upload on', async () => {
  await start({ settings: { subscription_type: 'metered', default_capacity: 1_000 } });
  await itemOf(await upload(2_000));
  const change = async (plan: 'none' | 'fixed'): Promise<void> => {
    await saveSettings(server, { subscription_type: plan });
  };
  await change('fixed');
  expect(await storage()).toEqual({ used: 2_000, capacity: 1_000, percentage: 200 });
  expect((await upload(1)).status).toBe(423);
  expect((await restrictions()).canUpload).toBe(false);
  await change('none');
  await itemOf(await upload(1));
});
