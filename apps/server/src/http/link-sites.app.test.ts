import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { html, svgWithScript } from '#testing/hostile-files.ts';
import { createGuestClient, type GuestClient } from '#testing/guest-client.ts';
import { createLinkCast, type LinkCast } from '#testing/link-cast.ts';

let server: TestApp;
let cast: LinkCast;
let guest: GuestClient;
beforeAll(async () => {
  server = await createTestApp();
  cast = await createLinkCast(server);
  guest = createGuestClient(server);
  await guest.get(`/api/browse/share/${cast.links.editor.token}`);
  await guest.get(`/api/request/${cast.links.request.token}`);
});
afterAll(() => server.close());

const form =
  '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nforeign.txt\r\n' +
  '--x\r\nContent-Disposition: form-data; name="path"\r\n\r\n\r\n' +
  '--x\r\nContent-Disposition: form-data; name="is_last"\r\n\r\ntrue\r\n' +
  '--x\r\nContent-Disposition: form-data; name="file"; filename="blob"\r\n\r\nx\r\n--x--\r\n';
const multipart = 'multipart/form-data; boundary=x';
const bytes = 'application/octet-stream';
const asJson = 'application/json';

interface Post {
  readonly url: string;
  readonly payload: string;
  readonly type: string;
}
/** Calls that change something by a link, each as its own page makes it. */
const posts = (): Record<string, Post> => {
  const { editor, locked, request } = cast.links;
  const json = (url: string, body: object): Post => ({ url, payload: JSON.stringify(body), type: asJson });
  return {
    unlock: json(`/api/browse/authenticate/${locked.token}`, { password: 'harbour lights' }),
    createFolder: json(`/api/editor/create-folder/${editor.token}`, { name: 'foreign' }),
    rename: json(`/api/editor/rename/${editor.bytes.id}/${editor.token}`, {
      name: 'foreign',
      _method: 'patch',
    }),
    move: json(`/api/editor/move/${editor.token}`, { to_id: editor.folder.id, items: [editor.bytes] }),
    copy: json(`/api/editor/copy/${editor.token}`, { to_id: editor.folder.id, items: [editor.bytes] }),
    remove: json(`/api/editor/remove/${editor.token}`, { items: [editor.bytes] }),
    undo: json(`/api/editor/undo/${editor.token}`, { operation: editor.folder.id }),
    upload: { url: `/api/editor/upload/${editor.token}?name=foreign.txt`, payload: 'x', type: bytes },
    chunk: { url: `/api/editor/upload/${editor.token}/chunks`, payload: form, type: multipart },
    send: { url: `/api/request/${request.token}/upload?name=foreign.txt`, payload: 'x', type: bytes },
    sendChunk: { url: `/api/request/${request.token}/upload/chunks`, payload: form, type: multipart },
    done: json(`/api/request/${request.token}/done`, {}),
  };
};
const names = [
  'unlock',
  'createFolder',
  'rename',
  'move',
  'copy',
  'remove',
  'undo',
  'upload',
  'chunk',
  'send',
  'sendChunk',
  'done',
];

/** The visible state, which a call that was let through would change. */
const state = async (): Promise<unknown> => {
  const { editor, request } = cast.links;
  const operations = await server.parts.db.selectFrom('operations').selectAll().execute();
  return [await cast.owner.names(editor.root), await cast.owner.names(request.root), operations];
};
const call = async ({ url, payload, type }: Post, headers: Record<string, string>) => {
  const answer = await server.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { cookie: guest.cookie, 'content-type': type, ...headers },
  });
  return answer;
};

describe.each(names)('%s', (name) => {
  const postOf = (): Post => posts()[name] ?? { url: '', payload: '', type: '' };

  test.each<[string, Record<string, string>]>([
    ['a page of nowhere', { origin: 'null' }],
    ['another site', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://localhost:9999' }],
    ['a browser that says so alone', { 'sec-fetch-site': 'cross-site' }],
    ['another site of the same domain', { 'sec-fetch-site': 'same-site' }],
  ])('is refused to %s', async (_who, headers) => {
    const before = await state();
    const answer = await call(postOf(), headers);
    expect(answer.json()).toMatchObject({ status: 403, code: 'request.cross_site' });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await state()).toEqual(before);
  });

  test('is refused from there also in the forms that other sites can send', async () => {
    const before = await state();
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const answer = await call({ ...postOf(), type }, { origin: 'null' });
      expect(answer.json()).toMatchObject({ status: 403, code: 'request.cross_site' });
    }
    expect(await state()).toEqual(before);
  });
});

// Uploads whose body is the file accept every media type.
describe.each(names.filter((name) => name !== 'upload' && name !== 'send'))('%s', (name) => {
  test.each(['text/plain', 'application/x-www-form-urlencoded'])('is no call as %s', async (type) => {
    const before = await state();
    const answer = await call({ ...(posts()[name] ?? { url: '', payload: '' }), type }, {});
    expect([400, 415, 422]).toContain(answer.statusCode);
    expect(await state()).toEqual(before);
  });
});

test('the page’s own calls are let through', async () => {
  const own = { origin: 'http://localhost', 'sec-fetch-site': 'same-origin', host: 'localhost:80' };
  const { unlock, createFolder, done } = posts();
  for (const post of [unlock, createFolder, done])
    expect((await call(post ?? { url: '', payload: '', type: '' }, own)).statusCode).toBeLessThan(300);
});

test.each([
  ['a.svg', svgWithScript()],
  ['a.html', html()],
  ['a.xhtml', html()],
  ['a.txt', html()],
])('active content in %s does not run when it is opened by a link', async (name, content) => {
  const { root, token } = cast.links.visitor;
  const file = await cast.owner.upload(name, content.toString());
  await cast.owner.move([file], root);
  const answer = await guest.get(`/api/files/${file.id}/content/${token}`);
  const { headers } = answer;
  expect(answer.status).toBe(200);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['content-security-policy']).toMatch(/sandbox/);
  expect(headers['content-security-policy']).not.toMatch(/allow-scripts/);
  expect(headers['content-disposition']).toMatch(/^attachment; /);
  expect(headers['access-control-allow-origin']).toBeUndefined();
});
