import { randomBytes } from 'node:crypto';
import PostalMime, { type Email } from 'postal-mime';
import sharp, { type Sharp } from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { storeBytes } from '#ports/blob-store.ts';
import { createTestApp, type TestApp, testEmail } from '#testing/create-test-app.ts';
import { createMailServer, type TestMailServer } from '#testing/mail-server.ts';
import { fourFields } from '#testing/media-files.ts';

let mails: TestMailServer;
let server: TestApp;
let url: string;
let cookie: string;
beforeEach(async () => {
  mails = await createMailServer();
  server = await createTestApp({ mail: mails.url, settings: { title: 'North & "South"' } });
  url = await server.listen();
  cookie = await server.signIn();
});
afterEach(async () => {
  await server.close();
  await mails.close();
});

const setImage = async (name: string, picture: Sharp): Promise<void> => {
  const form = new FormData();
  form.set('name', name);
  form.set('file', new Blob([await picture.png().toBuffer()]), 'logo.png');
  const answer = await fetch(`${url}/api/admin/settings/images`, {
    method: 'POST',
    headers: { cookie },
    body: form,
  });
  expect(answer.status).toBe(200);
};

let sent = 0;
/** Sends a mail. @returns it as it arrived */
const nextMail = async (): Promise<Email> => {
  sent += 1;
  const number = sent;
  await server.app.inject({ method: 'POST', url: '/api/password/email', payload: { email: testEmail } });
  let seen = 0;
  const arrived = await mails.waitFor(() => (seen += 1) === number);
  return PostalMime.parse(arrived.raw);
};
beforeEach(() => {
  sent = 0;
});

test('mails embed the logo beside the title, or the wide logo in its place', async () => {
  const plain = await nextMail();
  expect([plain.attachments, plain.html?.includes('<img')]).toEqual([[], false]);

  await setImage('logo', fourFields(300, 300));
  const square = await nextMail();
  expect(square.html).toMatch(
    /<img src="cid:logo" width="32" height="32" alt=""[^>]*>&nbsp; North &amp; &quot;South&quot;/,
  );
  const [picture, ...others] = square.attachments;
  expect([picture?.contentId, picture?.mimeType, picture?.disposition, others]).toEqual([
    '<logo>',
    'image/png',
    'inline',
    [],
  ]);
  const { format, width, height } = await sharp(Buffer.from(picture?.content as ArrayBuffer)).metadata();
  expect([format, width, height]).toEqual(['png', 96, 96]);

  await setImage('logo_horizontal', fourFields(3000, 300));
  const wide = await nextMail();
  expect(wide.html).toMatch(
    /<img src="cid:logo" width="240" height="24" alt="North &amp; &quot;South&quot;"[^>]*><\/td>/,
  );
  // Nothing is fetched.
  expect(wide.html).not.toMatch(/src="(?!cid:)/);
});

test('a large logo arrives complete, also with concurrent readers', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  await setImage(
    'logo_horizontal',
    sharp({ create: { width: 480, height: 96, channels: 3, background: '#888', noise } }),
  );
  const { blobs } = server;
  const key = await storeBytes(blobs, randomBytes(3_000_000));
  // The later reader gets small pieces in memory that is reused.
  const readers = await Promise.all(Array.from({ length: 10 }, () => blobs.read(key)));
  for (const reader of readers) await reader[Symbol.asyncIterator]().next();
  const [picture] = (await nextMail()).attachments;
  for (const reader of readers) await reader.close();
  const bytes = Buffer.from(picture?.content as ArrayBuffer);
  expect(bytes.length).toBeGreaterThan(65_536);
  expect((await sharp(bytes).stats()).channels[0]?.mean).toBeCloseTo(128, -1);
});

test('a logo that cannot be read does not prevent the mail', async () => {
  await setImage('logo', fourFields(300, 300));
  await server.parts.db.deleteFrom('images').execute();
  expect((await nextMail()).attachments).toEqual([]);
});
