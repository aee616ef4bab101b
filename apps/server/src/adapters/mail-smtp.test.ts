import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSmtpMailer } from '#adapters/mail-smtp.ts';
import { createOutbound } from '#adapters/outbound-net.ts';
import { type Mail, MailFailedError, MailRefusedError, type MailServer } from '#ports/mailer.ts';
import { type Authority, createAuthority } from '#testing/certificates.ts';
import { createMailServer, type MailServerOptions, type TestMailServer } from '#testing/mail-server.ts';

const mail: Mail = {
  id: '0199',
  to: 'ada@example.com',
  from: { name: 'Holdall', address: 'files@example.com' },
  subject: 'Hello',
  text: 'A text with a link: https://files.example.com/x?token=abc',
  html: '<p>Hello</p>',
};
const timeouts = { connectionMs: 2_000, greetingMs: 300, socketMs: 300, totalMs: 5_000 };

let servers: TestMailServer[];
beforeEach(() => {
  servers = [];
});
afterEach(async () => {
  for (const server of servers) await server.close();
});

const start = async (options?: MailServerOptions): Promise<TestMailServer> => {
  const server = await createMailServer(options);
  servers.push(server);
  return server;
};

const send = (port: number, more: Partial<MailServer> = {}, draft: Partial<Mail> = {}): Promise<void> => {
  const server: MailServer = {
    host: '127.0.0.1',
    port,
    encryption: 'opportunistic',
    credentials: undefined,
    trusted: true,
    ...more,
  };
  const outbound = createOutbound({ allowedPrivateHosts: [] });
  return createSmtpMailer({ outbound, server, timeouts }).send({ ...mail, ...draft });
};

const failure = async (sending: Promise<void>): Promise<MailFailedError> => {
  const error: unknown = await sending.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (error instanceof MailFailedError) return error;
  throw new Error('the mail went through, or failed in another way', { cause: error });
};

test('a mail arrives whole, to one recipient, as text and HTML', async () => {
  const server = await start();
  await send(server.port, {}, { subject: 'Grüße · 🎉', replyTo: 'ada@example.org' });
  const [got] = await server.mails();
  expect(got).toMatchObject({
    recipients: ['ada@example.com'],
    from: { name: 'Holdall', address: 'files@example.com' },
    subject: 'Grüße · 🎉',
    links: ['https://files.example.com/x?token=abc'],
    html: '<p>Hello</p>\n',
    secure: false,
  });
  expect(got?.headers.get('content-type')).toMatch(/^multipart\/alternative/);
  expect(got?.headers.get('message-id')).toBe('<0199@example.com>');
  expect(got?.headers.get('auto-submitted')).toBe('auto-generated');
});
