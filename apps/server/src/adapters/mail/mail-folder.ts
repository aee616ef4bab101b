import { randomBytes } from 'node:crypto';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type MimeNode from 'nodemailer/lib/mime-node';
import { ensureDirectory } from '#lib/file-sync.ts';
import type { Clock } from '#ports/clock.ts';
import { type Mail, type Mailer, MailFailedError } from '#ports/mailer.ts';

/** Mails that are kept; older ones are deleted. */
const kept = 200;
const extension = '.eml';

const part = (type: string, content: string, boundary: string): string[] => [
  `--${boundary}`,
  `Content-Type: ${type}; charset=utf-8`,
  'Content-Transfer-Encoding: 8bit',
  '',
  ...content.trimEnd().split(/\r?\n/),
];

/** The picture together with the parts that show it (RFC 2387). */
const withPicture = (alternatives: readonly string[], bytes: Uint8Array, boundary: string): string[] => [
  `Content-Type: multipart/related; boundary="${boundary}"`,
  '',
  `--${boundary}`,
  ...alternatives,
  `--${boundary}`,
  'Content-Type: image/png; name="logo.png"',
  'Content-ID: <logo>',
  'Content-Disposition: inline; filename="logo.png"',
  'Content-Transfer-Encoding: base64',
  '',
  ...(Buffer.from(bytes)
    .toString('base64')
    .match(/.{1,76}/g) ?? []),
  `--${boundary}--`,
];

interface Envelope {
  readonly mail: Mail;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Encodes headers. */
  readonly mime: typeof MimeNode;
}

/** Formats a message by RFC 5322 with unencoded parts, so that it can be read and copied in any program. */
const emlOf = ({ mail, now, mime }: Envelope): string => {
  const { id, from, to, replyTo, subject, text, html, logo } = mail;
  const header = (name: string, value: Parameters<typeof mime.encodeHeaderValue>[1]): string =>
    `${name}: ${mime.encodeHeaderValue(name, value)}`;
  const random = randomBytes(12).toString('hex');
  const boundary = `holdall-${random}`;
  const alternatives = [
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    ...part('text/plain', text, boundary),
    ...part('text/html', html, boundary),
    `--${boundary}--`,
  ];
  return [
    header('From', from),
    header('To', { name: '', address: to }),
    ...(replyTo === undefined ? [] : [header('Reply-To', { name: '', address: replyTo })]),
    header('Subject', subject),
    `Date: ${new Date(now).toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${id}@holdall>`,
    'MIME-Version: 1.0',
    ...(logo === undefined ? alternatives : withPicture(alternatives, logo.bytes, `holdall-p-${random}`)),
    '',
  ].join('\r\n');
};

export interface FolderMailerOptions {
  readonly folder: string;
  readonly clock: Clock;
  /** Receives the file of each mail, so that an operator finds it. */
  readonly onWritten: (path: string) => void;
}

/** Writes mails to files, for a server without a mail server. */
export const createFolderMailer = ({ folder, clock, onWritten }: FolderMailerOptions): Mailer => {
  const prune = async (): Promise<void> => {
    const names = (await readdir(folder)).filter((name) => name.endsWith(extension)).sort();
    for (const name of names.slice(0, -kept)) await rm(join(folder, name), { force: true });
  };
  return {
    send: async (mail) => {
      const now = clock.now();
      const name = `${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}-${mail.id}${extension}`;
      const path = join(folder, name);
      try {
        await ensureDirectory(folder);
        // Loaded with the first mail: a server that writes none does not carry it.
        const { default: mime } = await import('nodemailer/lib/mime-node');
        await writeFile(`${path}.part`, emlOf({ mail, now, mime }), { mode: 0o600 });
        await rename(`${path}.part`, path);
        await prune();
      } catch (error) {
        throw new MailFailedError('failed', { cause: error });
      }
      onWritten(path);
    },
    // The first mail makes the folder.
    probe: async () => undefined,
  };
};
