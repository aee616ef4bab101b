import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Item } from '@holdall/contract/files';
import { beforeEach, describe, expect, it } from 'vitest';
import { answerOn, chunkName, sha256 } from '#testing/upload-client.ts';
import { createUploadHarness, itemOf, problemOf } from '#testing/use-uploads.ts';

const { server, client, start, clientOf, nobody, staged, stored, nothingStored } = createUploadHarness();

describe('a file of any size', () => {
  beforeEach(() => start());

  it.each([0, 1, 4_095, 65_535, 65_536, 1_048_576, 1_048_577, 5_000_001])(
    'of %i bytes comes back unchanged',
    async (size) => {
      const bytes = randomBytes(size);
      const single = await itemOf(await client.binary({ name: 'single.bin' }, bytes));
      const name = chunkName('chunked.bin');
      const half = Math.floor(size / 2);
      const progress = await client.chunk({ name, is_last: false }, bytes.subarray(0, half));
      expect(await progress.json()).toEqual({ upload_id: name, offset: half });
      const chunked = await itemOf(await client.chunk({ name, is_last: true }, bytes.subarray(half)));
      for (const { data } of [single, chunked]) {
        expect(data.attributes).toMatchObject({ size, parent_id: null });
        expect(await client.downloadedSha256({ data })).toBe(sha256(bytes));
      }
      const blobs = await server.parts.db.selectFrom('blobs').selectAll().execute();
      expect(blobs).toHaveLength(2);
      for (const blob of blobs)
        expect(blob).toMatchObject({ size, sha256: sha256(bytes), crc32: crc32(bytes) });
      expect(await staged()).toEqual([]);
    },
  );

  it('has its type and category by content and name', async () => {
    const png = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
    const picture = await itemOf(
      await client.binary({ name: 'picture.txt' }, png, { 'content-type': 'text/html' }),
    );
    expect(picture.data.attributes).toMatchObject({ mimetype: 'image/png', category: 'images' });
    // The first bytes arrive one by one, and still the whole head is inspected.
    const name = chunkName('a.bin');
    for (let at = 0; at < 11; at += 1) await client.chunk({ name, is_last: false }, png.subarray(at, at + 1));
    const chunked = await itemOf(await client.chunk({ name, is_last: true }, png.subarray(11)));
    expect(chunked.data.attributes.mimetype).toBe('image/png');
  });

  it('is not made from a request without a body', async () => {
    const socket = client.open('POST /api/upload?name=a.txt HTTP/1.1');
    const { status, body } = await answerOn(socket);
    socket.destroy();
    expect(status).toBe(400);
    expect(JSON.parse(body)).toMatchObject({
      code: 'request.malformed',
      message: 'The request has no body: send the file with Content-Length or Transfer-Encoding: chunked.',
    });
    await nothingStored();
    const empty = client.open('POST /api/upload?name=a.txt HTTP/1.1\r\nContent-Length: 0');
    expect((await answerOn(empty)).status).toBe(201);
    empty.destroy();
    expect(await client.names()).toEqual(['a.txt']);
  });

  it('may be sent without a length, in transfer chunks', async () => {
    const socket = client.open('POST /api/upload?name=stream.txt HTTP/1.1\r\nTransfer-Encoding: chunked');
    const answer = answerOn(socket);
    socket.write('5\r\nhello\r\n');
    socket.write('6\r\n world\r\n0\r\n\r\n');
    const { status, body } = await answer;
    expect(status).toBe(201);
    expect(await client.downloadedSha256(JSON.parse(body) as Item)).toBe(sha256(Buffer.from('hello world')));
  });

  it.each([
    ['of long ago', 1],
    ['to the millisecond', Date.UTC(2001, 1, 3, 4, 5, 6, 789)],
    ['of a clock that is ahead', Date.UTC(2999, 0)],
    ['of the last millisecond that has four digits of a year', 253_402_300_799_999],
  ])('keeps its own time %s', async (_of, time) => {
    const dated = await itemOf(await client.binary({ name: 'dated', last_modified: time }, Buffer.from('x')));
    expect(dated.data.attributes.modified_at).toBe(new Date(time).toISOString());
    expect(Date.parse(dated.data.attributes.created_at)).toBeGreaterThan(Date.now() - 60_000);
  });

  it.each([0, -1, 253_402_300_800_000, 1.5, 'yesterday'])('has no time of %s', async (time) => {
    const answer = await client.binary({ name: 'dated', last_modified: time }, Buffer.from('x'));
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
      errors: { last_modified: [expect.stringContaining('in milliseconds since 1970') as string] },
    });
    expect(await client.names()).toEqual([]);
  });
});

describe('the target of a file', () => {
  beforeEach(() => start());

  it('is a path below a folder, created on the way', async () => {
    const first = await itemOf(
      await client.binary({ name: 'day 1.jpg', path: 'Trip/Rome/day 1.jpg' }, Buffer.from('1')),
    );
    const second = await itemOf(
      await client.chunk(
        { name: chunkName('day 2.jpg'), path: 'Trip/Rome/day 2.jpg', parent_id: '', is_last: true },
        Buffer.from('2'),
      ),
    );
    expect(second.data.attributes.name).toBe('day 2.jpg');
    expect(second.data.attributes.parent_id).toBe(first.data.attributes.parent_id);
    expect(await client.names()).toEqual(['Trip']);
    const trip = (await client.listing()).folders.data[0]?.data.id ?? '';
    expect(await client.names(trip)).toEqual(['Rome']);
  });

  it.each([
    ['rename', ['a (1).txt', 'a.txt']],
    ['replace', ['a.txt']],
  ])('a taken name: %s', async (on_conflict, names) => {
    const old = await itemOf(await client.binary({ name: 'a.txt' }, Buffer.from('old')));
    const file = await itemOf(await client.binary({ name: 'a.txt', on_conflict }, Buffer.from('new')));
    expect((await client.names()).toSorted()).toEqual(names);
    expect(file.data.id === old.data.id).toBe(on_conflict === 'replace');
    expect(await client.downloadedSha256(old)).toBe(
      sha256(Buffer.from(on_conflict === 'replace' ? 'new' : 'old')),
    );
    expect(await stored()).toHaveLength(2);
  });

  it('a taken name with refuse is refused before any byte is received', async () => {
    await client.binary({ name: 'a.txt' }, Buffer.from('old'));
    const socket = client.open(
      'POST /api/upload?name=a.txt&on_conflict=refuse HTTP/1.1\r\nContent-Length: 1000000',
    );
    const { status, body } = await answerOn(socket);
    socket.destroy();
    expect(status).toBe(409);
    expect(JSON.parse(body)).toMatchObject({
      code: 'item.name_taken',
      errors: { name: [expect.any(String)] },
    });
    expect(await stored()).toHaveLength(1);
  });

  it('a folder is never replaced', async () => {
    await itemOf(await client.binary({ name: 'x', path: 'a/' }, Buffer.from('x')));
    const answer = await client.binary({ name: 'a', on_conflict: 'replace' }, Buffer.from('y'));
    expect(answer.status).toBe(409);
    expect((await problemOf(answer)).code).toBe('item.name_taken');
  });

  it('is refused when the parent is a file, unknown, or another account’s', async () => {
    const file = await itemOf(await client.binary({ name: 'a.txt' }, Buffer.from('x')));
    const eve = await clientOf('eve@example.com');
    const folder = await itemOf(await eve.binary({ name: 'x', path: 'hers/' }, Buffer.from('x')));
    const cases = [
      [file.data.id, 422, 'item.parent_is_file'],
      ['01a1fc2a-03ec-782f-9ccf-05ac4609c49b', 404, 'item.not_found'],
      [folder.data.attributes.parent_id ?? '', 404, 'item.not_found'],
      ['../etc', 422, 'request.invalid'],
      ['0', 422, 'request.invalid'],
    ] as const;
    for (const [parent_id, status, code] of cases) {
      for (const answer of [
        await client.binary({ name: 'b.txt', parent_id }, Buffer.from('y')),
        await client.chunk({ name: chunkName('b.txt'), parent_id, is_last: true }, Buffer.from('y')),
      ]) {
        expect({ parent_id, status: answer.status, code: (await problemOf(answer)).code }).toEqual({
          parent_id,
          status,
          code,
        });
      }
    }
    expect(await stored()).toHaveLength(2);
    expect(await staged()).toEqual([]);
  });

  it.each([
    '../x',
    'a/../../x',
    '/../x',
    'a\\b',
    'C:\\x',
    'a/\0/x',
    'a\r\nb/x',
    './x',
    `${'a'.repeat(300)}/x`,
    'a/'.repeat(70),
  ])('the path %j is refused', async (path) => {
    const answers = [
      await client.binary({ name: 'x', path }, Buffer.from('y')),
      await client.chunk({ name: chunkName('x'), path, is_last: true }, Buffer.from('y')),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(422);
      expect((await problemOf(answer)).errors).toHaveProperty('path');
    }
    await nothingStored();
  });

  it.each([
    '..',
    'a/b',
    'a\\..\\b',
    'a\0b',
    'a\nb',
    '',
    'abcdefghijklmnop-..',
    'abcdefghijklmnop-.',
    'abcdefghijklmnop..',
    `abcdefghijklmnop-${'\u00e9'.repeat(283)}`,
    `abcdefghijklmnop-${'x'.repeat(256)}`,
  ])('the chunk name %j is refused', async (name) => {
    const answer = await client.chunk({ name, is_last: true }, Buffer.from('y'));
    expect(answer.status).toBe(422);
    expect((await problemOf(answer)).errors).toHaveProperty('name');
    await nothingStored();
  });

  it('percent signs are ordinary characters', async () => {
    const file = await itemOf(
      await client.binary({ name: '..%2f..%2fx', path: '..%2f../' }, Buffer.from('y')),
    );
    expect(file.data.attributes.name).toBe('..%2f..%2fx');
    expect(await client.names()).toEqual(['..%2f..']);
  });

  it.each(['a/b', '.', '..', 'a\0', '', 'x'.repeat(256), '\u00e9'.repeat(128)])(
    'the name %j is refused',
    async (name) => {
      const answer = await client.binary({ name }, Buffer.from('y'));
      expect(answer.status).toBe(422);
      expect((await problemOf(answer)).errors).toHaveProperty('name');
      await nothingStored();
    },
  );
});

describe('uploads are refused', () => {
  beforeEach(() => start());

  it('without a session', async () => {
    const foreign = nobody();
    expect((await foreign.binary({ name: 'a' }, Buffer.from('x'))).status).toBe(401);
    expect((await foreign.chunk({ name: chunkName('a'), is_last: true }, Buffer.from('x'))).status).toBe(401);
    expect((await foreign.get('/api/upload/chunks/a')).status).toBe(401);
    expect((await foreign.remove('/api/upload/chunks/a')).status).toBe(401);
    await nothingStored();
  });

  it('for people whom an administrator has restricted', async () => {
    await server.parts.db.updateTable('users').set({ can_upload: 0 }).execute();
    const answer = await client.binary({ name: 'a' }, Buffer.from('x'));
    expect(answer.status).toBe(403);
    expect((await problemOf(answer)).code).toBe('upload.disabled');
    await nothingStored();
  });

  it('to the names of other people’s uploads', async () => {
    const eve = await clientOf('eve@example.com');
    const name = chunkName('mine.txt');
    await client.chunk({ name, is_last: false }, Buffer.from('mine'));
    expect((await eve.get(`/api/upload/chunks/${name}`)).status).toBe(404);
    expect((await eve.remove(`/api/upload/chunks/${name}`)).status).toBe(204);
    expect(await client.offset(name)).toBe(4);
    const hers = await itemOf(await eve.chunk({ name, is_last: true }, Buffer.from('hers')));
    expect(await eve.downloadedSha256(hers)).toBe(sha256(Buffer.from('hers')));
    expect(await client.names()).toEqual([]);
  });
});
