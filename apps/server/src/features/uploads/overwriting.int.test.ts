import type { Problem } from '@holdall/contract/error-codes';
import type { Item } from '@holdall/contract/files';
import type { ItemRef } from '@holdall/contract/selections';
import type { BatchAnswer } from '@holdall/contract/upload-batch';
import { batchType } from '@holdall/contract/upload-batch.limits';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { batchAnswersOf, batchOf } from '#testing/batch-of.ts';
import { formOf, formType } from '#testing/form-of.ts';
import { createGuestClient, type GuestClient, shareOf } from '#testing/guest-client.ts';
import { chunkName, sha256 } from '#testing/upload-client.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada } = useTree({ smallContentLimit: 3 });

let cookie: string;
let folder: ItemRef;
let file: ItemRef;
let token: string;
let guest: GuestClient;
beforeEach(async () => {
  cookie = await server.signIn();
  folder = await ada.folder('f');
  file = await ada.upload('a.txt', 'old', `parent_id=${folder.id}`);
  token = await shareOf(ada, folder, { permission: 'editor' });
  guest = createGuestClient(server);
  await guest.get(`/api/browse/share/${token}`);
  server.clock.advance(2 * 60_000);
});

// After every test the recorded usage of the account is the sum of its files and their versions.
afterEach(async () => {
  const drifts = await server.services.usage.verifyUsage();
  if (drifts.length > 0) throw new Error(`The usage is not the sum of the rows: ${JSON.stringify(drifts)}`);
});

interface Answer {
  readonly status: number;
  readonly body: Partial<Item> & Partial<Problem>;
  readonly etag: unknown;
}

/** The fields with which every part of an upload describes its file. */
interface Said {
  readonly ifMatch?: string;
  readonly fields?: Readonly<Record<string, string>>;
}

const call = async (
  url: string,
  { type, payload, ifMatch, by = cookie }: { type: string; payload: string; ifMatch?: string; by?: string },
): Promise<Answer> => {
  const answer = await server.app.inject({
    method: 'POST',
    url,
    headers: { cookie: by, 'content-type': type, ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }) },
    payload,
  });
  const body = type === batchType ? {} : answer.json<Answer['body']>();
  return { status: answer.statusCode, body, etag: answer.headers.etag };
};
const bytesType = 'application/octet-stream';
const queryOf = (fields: object): string =>
  new URLSearchParams({ name: 'a.txt', parent_id: folder.id, ...fields }).toString();

/** An upload in two parts: the first begins it, and the last may be sent again. */
interface InParts {
  readonly first: (said: Said) => Promise<Answer>;
  readonly last: (said: Said) => Promise<Answer>;
}
type BeginUpload = (bytes: string) => InParts;

const inChunks =
  (url: () => string, by: () => string): BeginUpload =>
  (bytes) => {
    const name = chunkName('a.txt');
    const part = (at: number, last: boolean, { ifMatch, fields = {} }: Said): Promise<Answer> => {
      const of = { name, path: 'a.txt', parent_id: folder.id, offset: String(at), is_last: String(last) };
      const payload = formOf({ ...of, ...fields }, last ? bytes.slice(at) : bytes.slice(0, 2));
      return call(url(), {
        type: formType,
        payload,
        by: by(),
        ...(ifMatch === undefined ? {} : { ifMatch }),
      });
    };
    return { first: (said) => part(0, false, said), last: (said) => part(2, true, said) };
  };

const resumable: BeginUpload = (bytes) => {
  const name = chunkName('a.txt');
  const part = (at: number, payload: string, { ifMatch, fields = {} }: Said): Promise<Answer> => {
    const query = queryOf({ upload_id: name, offset: at, size: bytes.length, ...fields });
    const more = ifMatch === undefined ? {} : { ifMatch };
    return call(`/api/upload?${query}`, { type: bytesType, payload, ...more });
  };
  return {
    first: (said) => part(0, bytes.slice(0, 2), said),
    last: (said) => part(2, bytes.slice(2), said),
  };
};

const partial: readonly [way: string, begin: BeginUpload, begun: number][] = [
  [
    'in chunks',
    inChunks(
      () => '/api/upload/chunks',
      () => cookie,
    ),
    200,
  ],
  [
    'in chunks by an editor’s link',
    inChunks(
      () => `/api/editor/upload/${token}/chunks`,
      () => guest.cookie,
    ),
    200,
  ],
  // A body that ends early is not the whole file.
  ['that is resumed', resumable, 400],
];

const rowOf = (item: ItemRef) =>
  server.parts.db.selectFrom('items').selectAll().where('id', '=', item.id).executeTakeFirstOrThrow();
const versionsOf = async (item: ItemRef): Promise<string[]> => {
  const versions = server.parts.db
    .selectFrom('item_versions')
    .select('blob_id')
    .where('item_id', '=', item.id);
  return (await versions.orderBy('id').execute()).map(({ blob_id: id }) => id);
};
const blobs = async (): Promise<number> =>
  (await server.parts.db.selectFrom('blobs').select('id').execute()).length;
const content = async (): Promise<string> =>
  (await server.app.inject({ url: `/api/files/${file.id}/content`, headers: { cookie } })).body;
const tagOf = (text: string): string => `"${sha256(Buffer.from(text))}"`;

describe.each(partial)('If-Match on an upload %s', (_way, begin, begun) => {
  it('replaces the content that it names', async () => {
    const { first, last } = begin('newer');
    const said = { ifMatch: tagOf('old') };
    expect((await first(said)).status).toBe(begun);
    expect(await last(said)).toMatchObject({
      status: 201,
      body: { data: { id: file.id } },
      etag: tagOf('newer'),
    });
    // The answer may have been lost.
    expect(await last(said)).toMatchObject({ status: 201, body: { data: { id: file.id } } });
    expect(await content()).toBe('newer');
    expect(await versionsOf(file)).toHaveLength(1);
  });

  it('is refused with the last part where somebody was faster, and then stores nothing', async () => {
    const { first, last } = begin('newer');
    expect((await first({ ifMatch: tagOf('old') })).status).toBe(begun);
    await ada.upload('a.txt', 'faster', `parent_id=${folder.id}&on_conflict=replace`);
    const before = [await rowOf(file), await versionsOf(file), await blobs()];
    for (const fields of [{}, { on_conflict: 'replace' }])
      expect(await last({ ifMatch: tagOf('old'), fields })).toMatchObject({
        status: 412,
        body: { code: 'item.changed', existing: { id: file.id, type: 'file', size: 6 } },
      });
    expect([await rowOf(file), await versionsOf(file), await blobs()]).toEqual(before);
    expect(await ada.names(folder)).toEqual(['a.txt']);
    // The bytes that came are not sent again.
    expect(await last({ ifMatch: tagOf('faster') })).toMatchObject({
      status: 201,
      body: { data: { id: file.id } },
    });
    expect(await content()).toBe('newer');
  });

  it('lets one of several uploads with one tag win, and the others follow with the tag of now', async () => {
    const texts = ['first', 'second', 'third'];
    const uploads = texts.map((text) => begin(text));
    const said = { ifMatch: tagOf('old') };
    for (const { first } of uploads) await first(said);
    const answers = await Promise.all(uploads.map(({ last }) => last(said)));
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['201', '412', '412']);
    const refused = uploads.filter((_, index) => answers[index]?.status === 412);
    for (const { last } of refused)
      expect((await last({ ifMatch: tagOf(await content()) })).status).toBe(201);
    expect(texts).toContain(await content());
    expect(await ada.names(folder)).toEqual(['a.txt']);
  });
});

/** Milliseconds since 1970, the last digits of which a rounded time would lose. */
const lastModified = 1_234_567_890_123;
const fields = { on_conflict: 'replace', last_modified: String(lastModified) };

describe('a file that is overwritten', () => {
  const both =
    (begin: BeginUpload) =>
    async (bytes: string): Promise<string | undefined> => {
      const { first, last } = begin(bytes);
      await first({ fields });
      return (await last({ fields })).body.data?.id;
    };
  const inBatch = async (bytes: string): Promise<string | undefined> => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/upload/batch',
      headers: { cookie, 'content-type': batchType },
      payload: batchOf({
        name: 'a.txt',
        parent_id: folder.id,
        on_conflict: 'replace',
        last_modified: lastModified,
        bytes,
      }),
    });
    const [line]: (BatchAnswer | undefined)[] = batchAnswersOf(answer.body);
    return line !== undefined && 'data' in line ? line.data.id : undefined;
  };
  const inOneGo = async (bytes: string): Promise<string | undefined> =>
    (await call(`/api/upload?${queryOf(fields)}`, { type: bytesType, payload: bytes })).body.data?.id;
  const ways: readonly (readonly [way: string, send: (bytes: string) => Promise<string | undefined>])[] = [
    ['in one go', inOneGo],
    ['in a batch', inBatch],
    ...partial.map(([way, begin]) => [way, both(begin)] as const),
  ];

  it.each(ways)('by an upload %s stays the same item, and its content is a version', async (_way, send) => {
    const { db } = server.parts;
    await db.updateTable('items').set({ emoji: '🎉', color: '#2563eb' }).where('id', '=', file.id).execute();
    await shareOf(ada, file);
    await ada.call('POST', '/api/folders/favourites', { folders: [{ id: file.id }] });
    const before = await rowOf(file);
    const life = async () => [
      await db.selectFrom('shares').select(['id', 'item_id']).orderBy('id').execute(),
      await db.selectFrom('favourites').selectAll().execute(),
    ];
    const lifeBefore = await life();
    expect(await send('newer')).toBe(file.id);
    const { blob_id } = await rowOf(file);
    expect(blob_id).not.toBe(before.blob_id);
    expect(await rowOf(file)).toEqual({ ...before, blob_id, size: 5, modified_at: lastModified });
    expect(await life()).toEqual(lifeBefore);
    expect(lifeBefore.map((rows) => rows.length)).toEqual([2, 1]);
    expect(await versionsOf(file)).toEqual([before.blob_id]);
    expect(await content()).toBe('newer');
  });
});
