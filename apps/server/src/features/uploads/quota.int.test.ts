import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { storageRecordOf } from '#testing/storage-record.ts';
import { answerOn, chunkName } from '#testing/upload-client.ts';
import { createUploadHarness, itemOf, problemOf } from '#testing/use-uploads.ts';

const { server, client, start, staged, stored, sessions } = createUploadHarness();

const capacity = 100_000;
beforeEach(() => start({ settings: { subscription_type: 'fixed', default_capacity: capacity } }));

const { account, setCapacity, settledAt } = storageRecordOf(server);

const statusesOf = (answers: Response[]): number[] =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);
const oneOfTen = [201, ...Array<number>(9).fill(423)];

describe('room for one of ten uploads', () => {
  const bytes = randomBytes(60_000);
  const ten = <T>(make: (index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: 10 }, (_, index) => make(index)));

  it('single requests at once get one 201 and nine 423', async () => {
    const answers = await ten((index) => client.binary({ name: `${index}.bin` }, bytes));
    expect(statusesOf(answers)).toEqual(oneOfTen);
    for (const answer of answers.filter(({ status }) => status === 423))
      expect(await problemOf(answer)).toMatchObject({ code: 'storage.exceeded' });
    expect(await client.names()).toHaveLength(1);
    expect(await stored()).toHaveLength(1);
    expect(await staged()).toEqual([]);
    await settledAt(60_000);
  });

  it('resumable bodies at once get one 201 and nine 423', async () => {
    const answers = await ten((index) => client.binary({ name: 'a.bin', upload_id: `up ${index}` }, bytes));
    expect(statusesOf(answers)).toEqual(oneOfTen);
    expect(await sessions()).toHaveLength(1);
    await settledAt(60_000);
  });

  it('last chunks of uploads of undeclared size at once get one 201 and nine 423, which can continue later', async () => {
    const names = await ten(async (index) => {
      const name = chunkName(`${index}.bin`);
      const begun = await client.chunk({ name, offset: 0, is_last: false }, bytes.subarray(0, 1_000));
      expect(begun.status).toBe(200);
      return name;
    });
    expect(await account()).toMatchObject({ used: 0, reserved: 10_000 });
    const last = (index: number) =>
      client.chunk({ name: names[index] ?? '', offset: 1_000, is_last: true }, bytes.subarray(1_000));
    const answers = await ten(last);
    expect(statusesOf(answers)).toEqual(oneOfTen);
    // Staged bytes still count.
    expect(await account()).toMatchObject({ used: 60_000, reserved: 9_000 });
    await setCapacity(10 * 60_000);
    const refused = answers.flatMap(({ status }, index) => (status === 423 ? [index] : []));
    for (const index of refused) await itemOf(await last(index));
    await settledAt(600_000);
  });

  it('of ten first chunks of declared size at once, nine are refused before any byte is kept', async () => {
    const answers = await ten((index) =>
      client.chunk(
        { name: chunkName(`${index}.bin`), size: bytes.length, offset: 0, is_last: false },
        bytes.subarray(0, 10),
      ),
    );
    expect(statusesOf(answers)).toEqual([200, ...Array<number>(9).fill(423)]);
    expect(await sessions()).toHaveLength(1);
    expect(await account()).toMatchObject({ used: 0, reserved: 60_000 });
  });
});

describe('a full account', () => {
  it('accepts nothing, not even an empty file, and refuses before bytes are sent', async () => {
    await itemOf(await client.binary({ name: 'full.bin' }, Buffer.alloc(capacity)));
    const socket = client.open('POST /api/upload?name=more.bin HTTP/1.1\r\nContent-Length: 1');
    const { status, body } = await answerOn(socket);
    socket.destroy();
    expect(status).toBe(423);
    expect(JSON.parse(body)).toMatchObject({ code: 'storage.exceeded' });
    const name = chunkName('empty.txt');
    for (const answer of [
      await client.binary({ name: 'empty.txt' }, Buffer.alloc(0)),
      await client.binary({ name: 'empty.txt', upload_id: 'up' }, Buffer.alloc(0)),
      await client.chunk({ name, is_last: true }, Buffer.alloc(0)),
    ]) {
      expect(answer.status).toBe(423);
    }
    expect(await sessions()).toEqual([]);
    expect(await client.names()).toEqual(['full.bin']);
    await settledAt(capacity);
  });

  it('is reported to its user', async () => {
    const restrictions = async () =>
      ((await (await client.get('/api/user')).json()) as { data: { meta: { restrictions: unknown } } }).data
        .meta.restrictions;
    expect(await restrictions()).toMatchObject({ canUpload: true, reason: null });
    await itemOf(await client.binary({ name: 'full.bin' }, Buffer.alloc(capacity)));
    expect(await restrictions()).toEqual({
      canUpload: false,
      canDownload: true,
      canCreateFolder: true,
      reason: 'Your storage is full.',
    });
    await setCapacity(null);
    expect(await restrictions()).toMatchObject({ canUpload: true });
  });

  it('counts both files when one replaces the other', async () => {
    await itemOf(await client.binary({ name: 'a.bin' }, Buffer.alloc(60_000)));
    const second = { name: 'a.bin', on_conflict: 'replace' };
    expect((await client.binary(second, Buffer.alloc(60_000))).status).toBe(423);
    await itemOf(await client.binary(second, Buffer.alloc(40_000)));
    expect(await client.names()).toEqual(['a.bin']);
    await settledAt(capacity);
  });

  it('with a capacity lowered below its usage works except for uploads', async () => {
    const kept = await itemOf(await client.binary({ name: 'a.txt' }, Buffer.alloc(50_000, 'x')));
    const name = chunkName('b.txt');
    const size = 1_000;
    const bytes = randomBytes(size);
    await client.chunk({ name, size, offset: 0, is_last: false }, bytes.subarray(0, 500));
    await setCapacity(10);
    const storage = await (await client.get('/api/user/storage')).json();
    expect(storage).toMatchObject({
      data: { attributes: { used: 50_000, capacity: 10, percentage: 500_000 } },
    });
    expect((await client.get(`/api/files/${kept.data.id}/content`)).status).toBe(200);
    expect((await client.binary({ name: 'c' }, Buffer.from('c'))).status).toBe(423);
    // The quota of this upload was reserved before.
    await itemOf(await client.chunk({ name, size, offset: 500, is_last: true }, bytes.subarray(500)));
    await settledAt(51_000);
  });
});
