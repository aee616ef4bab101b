import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ItemRef } from '@holdall/contract/selections';
import { beforeEach, describe, expect, test } from 'vitest';
import { createGuestClient, type GuestClient, shareOf } from '#testing/guest-client.ts';
import { askForFiles, createSender, type Sender } from '#testing/request-sender.ts';
import { saveSettings } from '#testing/save-settings.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada } = useTree();

let outer: ItemRef;
let root: ItemRef;
let token: string;
let guest: GuestClient;
let asked: string;
let sender: Sender;
beforeEach(async () => {
  outer = await ada.folder('outer');
  root = await ada.folder('root', outer);
  token = await shareOf(ada, root, { permission: 'editor' });
  guest = createGuestClient(server);
  await guest.get(`/api/browse/share/${token}`);
  asked = (await askForFiles(ada, root)).token;
  sender = createSender(server, asked);
  await sender.open();
});

interface Answer {
  readonly status: number;
  readonly code: string | undefined;
}
/** Sends a file in a single chunk by each kind of link. */
const byChunk = async (fields: { readonly name: string; readonly path: string }, bytes = 'x') =>
  [
    await guest.chunk(token, { ...fields, extension: '', is_last: 'true' }, bytes),
    await sender.chunk('', bytes, fields),
  ].map(({ status, code }): Answer => ({ status, code }));
/** Sends a file in a binary body by each kind of link. */
const byBody = async (name: string, bytes: string) =>
  [await guest.upload(token, name, bytes), await sender.send(name, bytes)].map(
    ({ status, code }): Answer => ({ status, code }),
  );

const nothingOutside = async (): Promise<void> => {
  expect(await ada.names()).toEqual(['outer']);
  expect(await ada.names(outer)).toEqual(['root']);
};
const nothingKept = async (): Promise<void> => {
  await nothingOutside();
  expect(await ada.names(root)).toEqual([]);
  expect(await readdir(join(server.dataDir, 'staging'))).toEqual([]);
  expect(await server.parts.db.selectFrom('upload_sessions').select('id').execute()).toEqual([]);
};
const both = <T>(answer: T): [T, T] => [answer, answer];
const invalid = { status: 422, code: 'request.invalid' };
const prefix = '0123456789abcdef-';

describe('a chunk', () => {
  test.each(['../x.txt', '/../x.txt', '..\\x.txt', 'a/../../x.txt', 'a/./x.txt', 'a\0b/x.txt', 'C:\\x.txt'])(
    'with the path %j goes nowhere',
    async (path) => {
      expect(await byChunk({ name: `${prefix}x.txt`, path })).toEqual(both(invalid));
      await nothingKept();
    },
  );

  test.each([
    '../x.txt',
    '/../x.txt',
    '\\x.txt',
    `${prefix}../x.txt`,
    `${prefix}..`,
    'a\0b',
    '..',
    '',
    prefix.repeat(20),
  ])('with the name %j goes nowhere', async (name) => {
    expect(await byChunk({ name, path: '' })).toEqual(both(invalid));
    await nothingKept();
  });

  test.each(['%2e%2e/x.txt', '..%2fx.txt', '%00/x.txt', '%252e%252e/x.txt'])(
    'with the path %j takes it literally',
    async (path) => {
      expect(await byChunk({ name: `${prefix}x.txt`, path })).toEqual(both({ status: 201, code: undefined }));
      await nothingOutside();
      expect(await ada.names(root)).toEqual(path.split('/').slice(0, 1));
    },
  );
});

test.each(['..%5Cx', '%00', 'a%2Fb', 'x'.repeat(301)])(
  'an upload called %j is as unknown as any other, and the link is untouched',
  async (name) => {
    const unknown = { status: 404, code: 'upload.not_found' };
    const request = `/api/request/${asked}/upload/chunks/${name}`;
    const share = `/api/upload/chunks/${name}/${token}`;
    for (const method of ['GET', 'DELETE'] as const) {
      expect(await guest.call(method, share)).toMatchObject(unknown);
      expect(await sender.call(method, request)).toMatchObject(unknown);
    }
  },
);

describe('a blocked file', () => {
  beforeEach(async () => {
    await saveSettings(server, { mimetypes_blacklist: ['exe'] });
  });
  const program = `MZ\u0090\0${'x'.repeat(5_000)}`;
  const blocked = both({ status: 422, code: 'upload.blocked_type' });

  test.each([
    ['its name', 'tool.exe', 'x'],
    ['its bytes', 'letter.txt', program],
  ])('is blocked by %s for each kind of link and each form', async (_what, name, bytes) => {
    expect(await byBody(name, bytes)).toEqual(blocked);
    expect(await byChunk({ name: `${prefix}${name}`, path: name }, bytes)).toEqual(blocked);
    await nothingKept();
  });

  test('is detected although it arrives in small chunks', async () => {
    const fields = { name: `${prefix}a.txt`, path: '', extension: '', is_last: 'false' };
    expect(await guest.chunk(token, fields, 'M')).toMatchObject({ status: 200 });
    expect(await sender.chunk('a.txt', 'M', { is_last: 'false' })).toMatchObject({ status: 200 });
    const rest = program.slice(1);
    expect(await guest.chunk(token, { ...fields, is_last: 'true' }, rest)).toMatchObject(blocked[0]);
    expect(await sender.chunk('a.txt', rest)).toMatchObject(blocked[0]);
    await nothingKept();
  });
});
