import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventually } from '#testing/eventually.ts';
import { isOnObjectStorage } from '#testing/storage-under-test.ts';
import { chunkName, sha256 } from '#testing/upload-client.ts';
import { itemOf, problemOf, useUploads } from '#testing/use-uploads.ts';

const { server, client, signInAgain, staged, sessions } = useUploads({ smallContentLimit: -1 });

const day = 24 * 60 * 60 * 1000;

describe('an upload in several requests', () => {
  const bytes = randomBytes(1_000);
  const size = bytes.length;

  it('requests the missing part of a gap', async () => {
    const name = chunkName('a.bin');
    await client.chunk({ name, offset: 0, is_last: false }, bytes.subarray(0, 400));
    const answer = await client.chunk({ name, offset: 500, is_last: false }, bytes.subarray(500, 600));
    expect(answer.status).toBe(409);
    expect(await problemOf(answer)).toMatchObject({ code: 'upload.gap', offset: 400 });
    const binary = await client.binary({ name: 'b.bin', offset: 5 }, bytes);
    expect(await problemOf(binary)).toMatchObject({ code: 'upload.gap', offset: 0 });
  });

  it('skips bytes that the server has, and never rewrites them', async () => {
    const name = chunkName('a.bin');
    await client.chunk({ name, offset: 0, is_last: false }, bytes.subarray(0, 600));
    const repeated = await client.chunk({ name, offset: 100, is_last: false }, Buffer.alloc(300));
    expect(await repeated.json()).toEqual({ upload_id: name, offset: 600 });
    const overlap = await client.chunk(
      { name, offset: 500, is_last: false },
      Buffer.concat([Buffer.alloc(100), bytes.subarray(600, 700)]),
    );
    expect(await overlap.json()).toEqual({ upload_id: name, offset: 700 });
    const file = await itemOf(await client.chunk({ name, offset: 0, is_last: true }, bytes));
    expect(await client.downloadedSha256(file)).toBe(sha256(bytes));
  });

  it('answers a repeated last part with the same file, for a day', async () => {
    const name = chunkName('a.bin');
    const last = () => client.chunk({ name, offset: 400, is_last: true }, bytes.subarray(400));
    await client.chunk({ name, offset: 0, is_last: false }, bytes.subarray(0, 400));
    const first = await itemOf(await last());
    expect(await itemOf(await last())).toEqual(first);
    expect(await client.offset(name)).toBe(size);
    expect(await itemOf(await client.chunk({ name, offset: size, is_last: true }, Buffer.alloc(0)))).toEqual(
      first,
    );
    const early = await client.chunk({ name, offset: 0, is_last: false }, bytes.subarray(0, 400));
    expect(await early.json()).toEqual({ upload_id: name, offset: size });
    server.clock.advance(day - 60_000);
    await server.services.sweep();
    await signInAgain();
    expect(await itemOf(await last())).toEqual(first);
    expect(await client.names()).toEqual(['a.bin']);
    server.clock.advance(120_000);
    await server.services.sweep();
    await signInAgain();
    expect((await client.get(`/api/upload/chunks/${name}`)).status).toBe(404);
    expect(await client.downloadedSha256(first)).toBe(sha256(bytes));
  });

  it('refuses another file as a repetition of a finished one of its name', async () => {
    const other = randomBytes(size);
    const query = { name: 'a.bin', upload_id: 'up' };
    const first = await itemOf(await client.binary(query, bytes));
    expect(await itemOf(await client.binary(query, bytes))).toEqual(first);
    const name = chunkName('b.bin');
    const plain = (piece: Uint8Array, is_last: boolean) => client.chunk({ name, is_last }, piece);
    await plain(bytes.subarray(0, 400), false);
    const second = await itemOf(await plain(bytes.subarray(400), true));
    expect(await itemOf(await plain(bytes.subarray(400), true))).toEqual(second);
    expect(await itemOf(await plain(bytes, true))).toEqual(second);
    const at = (offset: number, is_last: boolean, piece: Uint8Array) =>
      client.chunk({ name, offset, is_last }, piece);
    const others = [
      () => client.binary(query, other),
      () => client.binary(query, bytes.subarray(0, 999)),
      () => client.binary(query, Buffer.concat([bytes, bytes])),
      () => client.binary(query, Buffer.alloc(0)),
      () => client.binary({ ...query, offset: 400 }, other.subarray(400)),
      () => client.binary({ ...query, offset: size, size: size + 1 }, Buffer.alloc(0)),
      () => client.binary({ ...query, offset: size + 1 }, Buffer.alloc(0)),
      () => plain(other, true),
      () => plain(other.subarray(400), true),
      () => plain(Buffer.alloc(0), true),
      () => plain(bytes.subarray(0, 400), false),
      () => at(0, false, other.subarray(0, 400)),
      () => at(400, true, other.subarray(400)),
      () => at(400, true, bytes.subarray(400, 900)),
    ];
    for (const [index, send] of others.entries()) {
      const answer = await send();
      expect({ index, status: answer.status, code: (await problemOf(answer)).code }).toEqual({
        index,
        status: 409,
        code: 'upload.mismatch',
      });
    }
    expect(await client.names()).toEqual(['a.bin', 'b.bin']);
    expect(await client.downloadedSha256(first)).toBe(sha256(bytes));
  });

  it('makes one file of ten last parts sent at once', async () => {
    const name = chunkName('a.bin');
    await client.chunk({ name, offset: 0, is_last: false }, bytes.subarray(0, 400));
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        client.chunk({ name, offset: 400, is_last: true }, bytes.subarray(400)),
      ),
    );
    const files = await Promise.all(answers.map(itemOf));
    expect(new Set(files.map(({ data }) => data.id)).size).toBe(1);
    expect(await client.names()).toEqual(['a.bin']);
    expect(await server.parts.db.selectFrom('blobs').selectAll().execute()).toHaveLength(1);
    expect(await staged()).toEqual([]);
  });

  it('makes one file of ten whole bodies with one upload_id, and ten without', async () => {
    const send = (query: Record<string, string>) => () => client.binary({ name: 'a.bin', ...query }, bytes);
    const same = await Promise.all(Array.from({ length: 10 }, send({ upload_id: 'one' })));
    expect(new Set((await Promise.all(same.map(itemOf))).map(({ data }) => data.id)).size).toBe(1);
    const each = await Promise.all(Array.from({ length: 10 }, send({})));
    expect(new Set((await Promise.all(each.map(itemOf))).map(({ data }) => data.attributes.name)).size).toBe(
      10,
    );
    expect(await client.names()).toHaveLength(11);
  });

  it('is bound to its target and size', async () => {
    const name = chunkName('a.bin');
    await client.chunk({ name, path: 'x/a.bin', size, offset: 0, is_last: false }, bytes.subarray(0, 400));
    for (const other of [{ path: 'y/a.bin' }, { path: 'a.bin' }, { size: size + 1 }]) {
      const answer = await client.chunk(
        { name, path: 'x/a.bin', size, offset: 400, is_last: true, ...other },
        bytes.subarray(400),
      );
      expect(answer.status).toBe(409);
      expect((await problemOf(answer)).code).toBe('upload.mismatch');
    }
    await itemOf(
      await client.chunk({ name, path: 'x/a.bin', size, offset: 400, is_last: true }, bytes.subarray(400)),
    );
    expect(await client.names()).toEqual(['x']);
  });

  it('holds the client to its declared size', async () => {
    const name = chunkName('a.bin');
    const short = await client.chunk({ name, size, offset: 0, is_last: true }, bytes.subarray(0, 900));
    expect(short.status).toBe(400);
    expect(await problemOf(short)).toMatchObject({ code: 'upload.incomplete', offset: 900 });
    const long = await client.chunk({ name, offset: 900, is_last: true }, Buffer.alloc(101));
    expect(long.status).toBe(409);
    expect(await client.offset(name)).toBe(900);
    await itemOf(await client.chunk({ name, offset: 900, is_last: true }, bytes.subarray(900)));
    expect((await client.binary({ name: 'b', size: 5 }, Buffer.from('four'))).status).toBe(400);
    expect((await client.binary({ name: 'b', size: 3 }, Buffer.from('four'))).status).toBe(409);
    expect(await client.names()).toEqual(['a.bin']);
    expect(await staged()).toEqual([]);
  });

  it('can be cancelled, idle or running', async () => {
    const name = chunkName('a.bin');
    await client.chunk({ name, is_last: false }, bytes);
    expect((await client.remove(`/api/upload/chunks/${name}`)).status).toBe(204);
    expect((await client.remove(`/api/upload/chunks/${name}`)).status).toBe(204);
    expect((await client.get(`/api/upload/chunks/${name}`)).status).toBe(404);
    const socket = client.open('POST /api/upload?name=b&upload_id=up HTTP/1.1\r\nContent-Length: 1000');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(bytes.subarray(0, 500));
    await eventually(async () => expect(await client.offset('up')).toBe(500));
    await client.remove('/api/upload/chunks/up');
    await closed;
    expect(await staged()).toEqual([]);
    expect(await sessions()).toEqual([]);
  });

  it('can be finished once the reason of its refusal is gone', async () => {
    await client.binary({ name: 'a.bin' }, Buffer.from('in the way'));
    const query = { name: 'a.bin', path: 'later/a.bin/', upload_id: 'up', on_conflict: 'refuse' };
    // The folder that the path names is a file for now.
    await client.binary({ name: 'later' }, Buffer.from('in the way, too'));
    expect((await client.binary(query, bytes)).status).toBe(409);
    const [blocker] = (await client.listing()).files.data.filter(
      ({ data }) => data.attributes.name === 'later',
    );
    await server.parts.db
      .updateTable('items')
      .set({ deleted_at: 1 })
      .where('id', '=', blocker?.data.id ?? '')
      .execute();
    expect(await client.downloadedSha256(await itemOf(await client.binary(query, bytes)))).toBe(
      sha256(bytes),
    );
  });

  it('expires after an idle day, and leaves nothing', async () => {
    const name = chunkName('a.bin');
    await client.chunk({ name, is_last: false }, bytes);
    server.clock.advance(day + 1_000);
    await server.services.sweep();
    expect(await sessions()).toEqual([]);
    expect(await staged()).toEqual([]);
  });
});

it('any division into chunks, with repetitions, drops and gaps, gives the same bytes', async () => {
  const step = fc.record({
    back: fc.nat(400),
    length: fc.integer({ min: 0, max: 700 }),
    fate: fc.constantFrom('kept', 'kept', 'repeated', 'gap'),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: 0, maxLength: 2_000 }),
      fc.array(step, { maxLength: 8 }),
      async (bytes, steps) => {
        const name = chunkName('p.bin');
        let known = 0;
        for (const { back, length, fate } of steps) {
          const offset = fate === 'gap' ? known + 1 : Math.max(0, known - back);
          const piece = bytes.subarray(offset, offset + length);
          for (let times = fate === 'repeated' ? 2 : 1; times > 0; times -= 1) {
            const answer = await client.chunk({ name, offset, is_last: false }, piece);
            expect(answer.status).toBe(fate === 'gap' ? 409 : 200);
            const told = ((await answer.json()) as { offset: number }).offset;
            expect(told).toBe(fate === 'gap' ? known : Math.max(known, offset + piece.length));
            known = told;
          }
        }
        const file = await itemOf(
          await client.chunk(
            { name, offset: known, is_last: true, size: bytes.length },
            bytes.subarray(known),
          ),
        );
        expect(await client.downloadedSha256(file)).toBe(sha256(bytes));
      },
    ),
    { numRuns: isOnObjectStorage() ? 12 : 40 },
  );
}, 60_000);
