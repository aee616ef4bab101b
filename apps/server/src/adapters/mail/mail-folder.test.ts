import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFolderMailer } from '#adapters/mail/mail-folder.ts';
import { type Mail, MailFailedError, type Mailer } from '#ports/mailer.ts';

const mail: Mail = {
  id: '0199',
  to: 'ada@example.com',
  from: { name: 'Grüße', address: 'files@example.com' },
  subject: 'Größe · 🎉',
  text: `Open it:\nhttps://files.example.com/create-new-password?token=${'a1=b2'.repeat(30)}\n`,
  html: '<p>ä</p>\n',
};

let dataDir: string;
let folder: string;
let now: number;
let written: string[];
let mailer: Mailer;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'holdall-eml-'));
  folder = join(dataDir, 'mail');
  now = Date.UTC(2026, 10, 21);
  written = [];
  mailer = createFolderMailer({
    folder,
    clock: { now: () => (now += 1000) },
    onWritten: (path) => written.push(path),
  });
});
afterEach(() => rm(dataDir, { recursive: true }));

test('a mail becomes a file for people and programs', async () => {
  await mailer.send({ ...mail, replyTo: 'grace@example.com' });
  expect(written).toEqual([join(folder, '2026-11-21T00-00-01-000Z-0199.eml')]);
  const raw = await readFile(written[0] ?? '', 'utf8');
  // The text is unencoded, so that it can be copied from a terminal.
  expect(raw.split('\r\n')).toContain(mail.text.split('\n')[1]);
  expect(await PostalMime.parse(raw)).toMatchObject({
    from: mail.from,
    to: [{ address: 'ada@example.com' }],
    replyTo: [{ address: 'grace@example.com' }],
    subject: mail.subject,
    date: '2026-11-21T00:00:01.000Z',
    messageId: '<0199@holdall>',
    text: mail.text,
    html: mail.html,
  });
});

test('a logo is a part of the file, beside the texts', async () => {
  const bytes = Buffer.alloc(500, 'p');
  await mailer.send({ ...mail, logo: { bytes, width: 1, height: 1 } });
  const read = await PostalMime.parse(await readFile(written[0] ?? '', 'utf8'));
  expect([read.text, read.html]).toEqual([mail.text, mail.html]);
  expect(read.attachments).toMatchObject([
    { contentId: '<logo>', mimeType: 'image/png', disposition: 'inline' },
  ]);
  expect(Buffer.from(read.attachments[0]?.content as ArrayBuffer)).toEqual(bytes);
});

test('it is readable by its owner alone', async () => {
  await mailer.send(mail);
  expect((await stat(written[0] ?? '')).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test('its content starts no other header or part', async () => {
  await mailer.send({
    ...mail,
    to: 'ada@example.com\r\nBcc: eve@example.com',
    from: { name: 'A\r\nBcc: eve@example.com', address: 'files@example.com' },
    subject: 'Hello\r\nBcc: eve@example.com\r\n\r\n--holdall-',
    text: '--holdall-\r\nContent-Type: text/html\r\n\r\n<script>\r\n',
  });
  const { headers, text } = await PostalMime.parse(await readFile(written[0] ?? '', 'utf8'));
  expect(headers.map(({ key }) => key)).toEqual([
    'from',
    'to',
    'subject',
    'date',
    'message-id',
    'mime-version',
    'content-type',
  ]);
  expect(text).toContain('<script>');
});

test('the newest two hundred are kept, and other files stay', async () => {
  await mailer.send(mail);
  await writeFile(join(folder, '0000-notes.txt'), 'mine');
  for (let count = 0; count < 201; count += 1) await mailer.send({ ...mail, id: `m${count}` });
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  expect(names).toHaveLength(200);
  expect(names.some((name) => name.endsWith('-0199.eml') || name.endsWith('-m0.eml'))).toBe(false);
  expect(names.some((name) => name.endsWith('-m200.eml'))).toBe(true);
  expect(await readFile(join(folder, '0000-notes.txt'), 'utf8')).toBe('mine');
});

test('a link in place of the folder is not followed', async () => {
  await symlink(tmpdir(), folder);
  await expect(mailer.send(mail)).rejects.toBeInstanceOf(MailFailedError);
  expect(written).toEqual([]);
});
