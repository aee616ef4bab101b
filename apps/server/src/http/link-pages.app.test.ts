import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isPage } from '@holdall/contract/pages';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { createGuestClient, revoke, shareOf } from '#testing/guest-client.ts';
import { createLinkCast, type LinkCast } from '#testing/link-cast.ts';
import { createTreeClient } from '#testing/tree-client.ts';

const origin = 'https://files.example.com';
let server: TestApp;
let cast: LinkCast;
beforeAll(async () => {
  const dist = mkdtempSync(join(tmpdir(), 'holdall-web-'));
  for (const folder of ['chunks', 'assets', 'emoji']) mkdirSync(join(dist, folder));
  writeFileSync(
    join(dist, 'index.html'),
    '<!doctype html><html lang="en"><head><title>x</title><!--holdall:head--></head></html>',
  );
  server = await createTestApp({ webDist: dist, publicOrigin: origin });
  cast = await createLinkCast(server);
  await server.parts.db
    .updateTable('user_settings')
    .set({ first_name: 'Bob', last_name: '"><script>alert(1)</script>' })
    .where('user_id', '=', cast.owner.userId)
    .execute();
});
afterAll(() => server.close());

const page = async (path: string, cookie = '') => {
  const { statusCode, headers, body } = await server.app.inject({
    url: path,
    headers: { cookie, host: 'evil.internal' },
  });
  const tag = (name: string): string | undefined =>
    new RegExp(`<meta property="og:${name}" content="([^"]*)">`).exec(body)?.[1];
  return {
    status: statusCode,
    headers,
    body,
    title: /<title>([^<]*)<\/title>/.exec(body)?.[1],
    card: {
      title: tag('title'),
      description: tag('description'),
      image: tag('image'),
      site: tag('site_name'),
    },
  };
};
const own = { title: 'Holdall', description: 'Store, organise, share.', image: undefined, site: undefined };

describe('the page of an open link', () => {
  test.each(['', '/files', '/file'])('names the shared item and its owner: /share/:token%s', async (end) => {
    const { token } = cast.links.visitor;
    const { title, card, status } = await page(`/share/${token}${end}`);
    expect(status).toBe(200);
    expect(title).toBe('hidden visitor — Holdall');
    expect(card).toEqual({
      title: 'hidden visitor',
      description: 'Shared by Bob &quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;',
      image: undefined,
      site: 'Holdall',
    });
  });

  test('has a preview image of the shared item, through the link, where there is one', async () => {
    const { bytes, token } = cast.links.file;
    const set = (values: object) =>
      server.parts.db.updateTable('items').set(values).where('id', '=', bytes.id).execute();
    await set({ preview_state: 'ready', name: '"><b>$&</b>.jpg' });
    const { card } = await page(`/share/${token}/file`);
    await set({ preview_state: null, name: 'hidden file.txt' });
    expect(card.title).toBe('&quot;&gt;&lt;b&gt;$&amp;&lt;/b&gt;.jpg');
    expect(card.image).toMatch(`${origin}/api/thumbnails/${bytes.id}/lg/${token}?v=`);
  });

  test('does not reveal the nonce of its policy, whatever the shared item’s name is', async () => {
    const { bytes, token } = cast.links.file;
    const name = (text: string) =>
      server.parts.db.updateTable('items').set({ name: text }).where('id', '=', bytes.id).execute();
    await name('__HOLDALL_NONCE__');
    const { title, card } = await page(`/share/${token}/file`);
    await name('hidden file.txt');
    expect([title, card.title]).toEqual(['__HOLDALL_NONCE__ — Holdall', '__HOLDALL_NONCE__']);
  });

  test('begins no visit', async () => {
    const { token } = cast.links.editor;
    const visits = async () =>
      (
        await server.parts.db
          .selectFrom('shares')
          .select('visits')
          .where('token', '=', token)
          .executeTakeFirstOrThrow()
      ).visits;
    const before = await visits();
    const { headers } = await page(`/share/${token}`);
    expect(headers['set-cookie']).toBeUndefined();
    expect(await visits()).toBe(before);
  });
});

describe('the page of a link that reveals nothing is like every other', () => {
  test.each(['none', 'locked', 'expired', 'revoked', 'trashed', 'suspended', 'request'] as const)(
    '%s',
    async (kind) => {
      const { token } = cast.links[kind];
      for (const path of [`/share/${token}`, `/share/${token}/files`, `/share/${token}/authenticate`]) {
        const { title, card, body } = await page(path);
        expect({ title, card }).toEqual({ title: 'Holdall', card: own });
        expect(body).not.toContain('hidden');
        expect(body).not.toContain('Bob');
      }
    },
  );

  test('stays so after the password was entered: people paste it elsewhere', async () => {
    const { token } = cast.links.locked;
    const guest = createGuestClient(server);
    await guest.post(`/api/browse/authenticate/${token}`, { password: 'harbour lights' });
    expect((await guest.get(`/api/browse/share/${token}`)).status).toBe(200);
    expect((await page(`/share/${token}`, guest.cookie)).card).toEqual(own);
  });
});

test('pages and answers of links are not indexed, and send no referrer', async () => {
  const { token, bytes } = cast.links.visitor;
  for (const path of [`/share/${token}`, '/share/x/files/y', `/request/${cast.links.request.token}`]) {
    const { headers } = await page(path);
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['x-robots-tag']).toBe('noindex');
  }
  const { headers } = await page('/platform/files');
  expect(headers['x-robots-tag']).toBeUndefined();
  const answer = await server.app.inject({ url: `/api/files/${bytes.id}/content/${token}` });
  expect(answer.headers['x-robots-tag']).toBe('noindex');
});

test('the addresses of links are pages', () => {
  for (const path of [
    '/share/abc',
    '/share/abc/files',
    '/share/abc/files/01900000-0000-7000-8000-000000000000',
    '/share/abc/file',
    '/share/abc/authenticate',
    '/request/abc',
    '/temporary-unavailable',
  ])
    expect([path, isPage(path)]).toEqual([path, true]);
  for (const path of ['/share', '/share/a/b', '/share/a/files/b/c', '/request'])
    expect([path, isPage(path)]).toEqual([path, false]);
});

test('no log contains a token', async () => {
  const ada = await createTreeClient(server, 'ada@example.com');
  const folder = await ada.folder('logged');
  const token = await shareOf(ada, folder, { permission: 'editor', password: 'harbour lights' });
  const guest = createGuestClient(server);
  await page(`/share/${token}/files?x=${token}`);
  await guest.get(`/api/browse/share/${token}`);
  await guest.post(`/api/browse/authenticate/${token}`, { password: 'wrong' });
  await guest.post(`/api/browse/authenticate/${token}`, { password: 'harbour lights' });
  await guest.get(`/api/browse/folders/root/${token}`);
  await guest.get(`/api/no/such/call/${token}`);
  for (const sign of ['.', ')', '%0a', '%zz', '%E2', '…'])
    await guest.get(`/share/${sign === '…' ? encodeURIComponent(token + sign) : token + sign}`);
  await guest.get(`/api/browse/share/%${token.charCodeAt(0).toString(16)}${token.slice(1)}`);
  await guest.upload(token, 'sent.txt', 'x');
  await guest.post('/broadcasting/auth', { socket_id: '1.2', channel_name: `private-share.${token}` });
  await ada.call('GET', `/api/share/${token}/qr`);
  await ada.call('PATCH', `/api/share/${token}`, { permission: 'visitor' });
  await ada.call('POST', `/api/share/${token}/email`, { emails: ['x@example.com'] });
  await revoke(ada, token);
  await guest.get(`/share/${token}`);
  const log = JSON.stringify(server.logged);
  expect(log).not.toContain(token.slice(1));
  expect(log).toContain(`/share/${token.slice(0, 4)}…`);
  // Ids are none.
  await ada.browse(folder);
  expect(JSON.stringify(server.logged)).toContain(folder.id);
  await server.services.activity.flush();
  const activity = await server.parts.db.selectFrom('activity').selectAll().execute();
  expect(JSON.stringify(activity)).not.toContain(token);
  expect(activity.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining([
      'share.created',
      'share.unlock_failed',
      'guest.uploaded',
      'share.changed',
      'share.mailed',
      'share.revoked',
    ]),
  );
});
