import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSmtpMailer, type SmtpTimeouts } from '#adapters/mail/mail-smtp.ts';
import { createOutbound } from '#adapters/outbound-net.ts';
import { type Mail, type Mailer, MailFailedError, MailRefusedError, type MailServer } from '#ports/mailer.ts';
import { type Authority, createAuthority } from '#testing/certificates.ts';
import { eventually } from '#testing/eventually.ts';
import { createMailServer, type MailServerOptions, type TestMailServer } from '#testing/mail-server.ts';

const mail: Mail = {
  id: '0199',
  to: 'ada@example.com',
  from: { name: 'Holdall', address: 'files@example.com' },
  subject: 'Hello',
  text: 'A text with a link: https://files.example.com/x?token=abc',
  html: '<p>Hello</p>',
};
/** Longer than any of these tests takes, however busy the machine is. */
const patient = { connectionMs: 60_000, greetingMs: 60_000, socketMs: 60_000, totalMs: 60_000 };

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

interface Sending extends Partial<Mail> {
  readonly via?: Partial<MailServer>;
  readonly within?: SmtpTimeouts;
}

const mailerOf = (port: number, { via, within = patient }: Pick<Sending, 'via' | 'within'> = {}): Mailer => {
  const server: MailServer = {
    host: '127.0.0.1',
    port,
    encryption: 'opportunistic',
    credentials: undefined,
    trusted: true,
    ...via,
  };
  const outbound = createOutbound({ allowedPrivateHosts: [] });
  return createSmtpMailer({ outbound, server, timeouts: within });
};

const send = (port: number, { via, within, ...draft }: Sending = {}): Promise<void> => {
  const { signal } = new AbortController();
  const options = { ...(via && { via }), ...(within && { within }) };
  return mailerOf(port, options).send({ ...mail, ...draft }, signal);
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
  await send(server.port, { subject: 'Grüße · 🎉', replyTo: 'ada@example.org' });
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

test('a trial sends nothing', async () => {
  const credentials = { username: 'holdall', password: 'right' };
  const server = await start({ credentials });
  await mailerOf(server.port, { via: { credentials } }).probe();
  expect(await server.mails()).toEqual([]);
  const wrong = { ...credentials, password: 'hidden-secret' };
  const error = await failure(mailerOf(server.port, { via: { credentials: wrong } }).probe());
  expect(error.reason).toBe('sign_in');
  await server.close();
  expect((await failure(mailerOf(server.port).probe())).reason).toBe('unreachable');
});

test('the content of a mail changes no header and no recipient', async () => {
  const server = await start();
  await send(server.port, {
    from: { name: 'Files\r\nBcc: eve@example.com', address: 'files@example.com' },
    subject: 'Hello\r\nBcc: eve@example.com\r\n\r\nAnother body',
    text: 'A line\n.\nRCPT TO:<eve@example.com>\n',
  });
  const [got] = await server.mails();
  expect(got?.recipients).toEqual(['ada@example.com']);
  expect(got?.headers.has('bcc')).toBe(false);
  expect(got?.subject).toBe('Hello Bcc: eve@example.com  Another body');
  expect(got?.text).toContain('.\nRCPT TO:<eve@example.com>');
});

test.each([
  'ada@example.com,eve@example.com',
  'ada@example.com>\r\nRCPT TO:<eve@example.com',
  '<eve@example.com>',
])('the address %o is never parsed as another one', async (to) => {
  const server = await start();
  expect(await failure(send(server.port, { to }))).toMatchObject({ reason: 'recipient' });
  expect(await server.mails()).toEqual([]);
});

describe('a mail that was made of input without its shape being checked', () => {
  /** As if an object had come where a text belongs. */
  const draftOf = (html: object) => ({ html }) as unknown as Partial<Mail>;

  test('reads no file', async () => {
    const server = await start();
    expect(await failure(send(server.port, draftOf({ path: '/etc/hostname' })))).toMatchObject({
      reason: 'failed',
    });
    expect(await server.mails()).toEqual([]);
  });

  test('fetches no page', async () => {
    const server = await start();
    let asked = 0;
    const page = createServer((_request, response) => {
      asked += 1;
      response.end('a secret');
    }).listen(0, '127.0.0.1');
    await once(page, 'listening');
    const { port } = page.address() as AddressInfo;
    await failure(send(server.port, draftOf({ path: `http://127.0.0.1:${port}/` })));
    page.close();
    expect(asked).toBe(0);
    expect(await server.mails()).toEqual([]);
  });
});

describe('encryption', () => {
  let authority: Authority;
  let defaults: string[];
  beforeEach(() => {
    authority = createAuthority();
    defaults = getCACertificates('default');
  });
  afterEach(() => setDefaultCACertificates(defaults));
  const trust = (): void => setDefaultCACertificates([...defaults, authority.cert]);
  const certified = (host = '127.0.0.1') => start({ certificate: authority.issue(host) });

  test.each(['starttls', 'opportunistic'] as const)('%s is accepted', async (encryption) => {
    trust();
    const server = await certified();
    await send(server.port, { via: { encryption } });
    expect((await server.mails()).map(({ secure }) => secure)).toEqual([true]);
  });

  test('from the first byte on', async () => {
    trust();
    const server = await start({ certificate: authority.issue('127.0.0.1'), implicitTls: true });
    await send(server.port, { via: { encryption: 'tls' } });
    expect((await server.mails()).map(({ secure }) => secure)).toEqual([true]);
  });

  test('the certificate is checked for the name, not for the address that the name has', async () => {
    trust();
    const server = await certified('localhost');
    await send(server.port, { via: { host: 'localhost', encryption: 'starttls' } });
    expect(await server.mails()).toHaveLength(1);
    expect(await failure(send(server.port, { via: { encryption: 'starttls' } }))).toMatchObject({
      reason: 'certificate',
    });
  });

  test.each(['starttls', 'opportunistic'] as const)(
    '%s: an unknown authority is not trusted',
    async (encryption) => {
      const server = await certified();
      expect(await failure(send(server.port, { via: { encryption } }))).toMatchObject({
        reason: 'certificate',
      });
      expect(await server.mails()).toEqual([]);
    },
  );

  test('a server without it gets nothing where it is required', async () => {
    const server = await start();
    const credentials = { username: 'ada', password: 'hidden-secret' };
    const error = await failure(send(server.port, { via: { encryption: 'starttls', credentials } }));
    expect(error).toMatchObject({ reason: 'encryption' });
    expect(await failure(send(server.port, { via: { encryption: 'tls' } }))).toMatchObject({
      reason: 'encryption',
    });
    expect(await server.mails()).toEqual([]);
  });

  test('none means none', async () => {
    const server = await certified();
    await send(server.port, { via: { encryption: 'none' } });
    expect((await server.mails()).map(({ secure }) => secure)).toEqual([false]);
  });
});

describe('signing in', () => {
  const credentials = { username: 'ada@example.com', password: 'correct horse' };

  test('with the right password', async () => {
    const server = await start({ credentials });
    await send(server.port, { via: { credentials } });
    expect((await server.mails()).map(({ user }) => user)).toEqual(['ada@example.com']);
  });

  test('with a wrong one, or on a server without authentication, fails temporarily', async () => {
    const strict = await start({ credentials });
    const wrong = { ...credentials, password: 'hidden-secret' };
    const error = await failure(send(strict.port, { via: { credentials: wrong } }));
    expect(error).toMatchObject({ reason: 'sign_in', name: 'MailFailedError' });
    expect(error.message).toBe('The mail could not be sent: sign_in (535 5.7.8).');
    const open = await start();
    expect(await failure(send(open.port, { via: { credentials } }))).toMatchObject({ reason: 'sign_in' });
  });
});

describe('a server that refuses', () => {
  test.each([
    [550, true],
    [553, true],
    [450, false],
    [451, false],
  ])('a recipient with %i fails permanently: %o', async (code, isFinal) => {
    const server = await start({ refuse: () => code });
    const error = await failure(send(server.port));
    expect(error instanceof MailRefusedError).toBe(isFinal);
    expect(error.message).toBe(`The mail could not be sent: recipient (${code} 5.1.1).`);
  });

  test.each([
    [550, '5.7.1 Relaying denied'],
    [554, '5.7.1 <ada@example.com>: Relay access denied'],
    [550, 'relay not permitted'],
    [530, '5.7.0 Must issue a STARTTLS command first'],
  ])(
    'every recipient (%i %s) fails temporarily: another server may accept the mail',
    async (code, refusal) => {
      const server = await start({ refuse: () => code, refusal });
      const error = await failure(send(server.port));
      expect(error).toMatchObject({ reason: 'recipient', name: 'MailFailedError' });
      expect(error.message).not.toContain('elay');
    },
  );

  test('a mailbox fails permanently', async () => {
    const server = await start({ refuse: () => 550, refusal: '5.2.1 mailbox disabled' });
    expect(await failure(send(server.port))).toBeInstanceOf(MailRefusedError);
  });

  test('is reported without its own words', async () => {
    const server = await start({ refuse: () => 550 });
    expect((await failure(send(server.port))).message).not.toContain('so says the test');
  });
});

describe('an unreachable server', () => {
  test.each([
    ['never greets', { silent: true }, { greetingMs: 200 }],
    ['stops in the middle', { stalls: true }, { socketMs: 200 }],
    ['takes longer than any mail may', { stalls: true }, { totalMs: 3_000 }],
  ])('because it %s', async (_name, options, impatience) => {
    const server = await start(options);
    const sending = send(server.port, { within: { ...patient, ...impatience } });
    expect(await failure(sending)).toMatchObject({ reason: 'timeout', name: 'MailFailedError' });
    await eventually(() => expect(server.connections()).toBe(1));
  });

  test('has no listener, or an unknown name', async () => {
    const server = await start();
    await server.close();
    expect(await failure(send(server.port))).toMatchObject({ reason: 'unreachable' });
    expect(await failure(send(25, { via: { host: 'nowhere.invalid' } }))).toMatchObject({
      reason: 'unknown_host',
    });
  });

  test('has a private address that is not allowed', async () => {
    const server = await start();
    for (const host of [
      '127.0.0.1',
      'localhost',
      '0x7f.1',
      '2130706433',
      '::ffff:127.0.0.1',
      '169.254.169.254',
    ])
      expect(await failure(send(server.port, { via: { host, trusted: false } }))).toMatchObject({
        reason: 'private_address',
      });
    expect(server.connections()).toBe(0);
  });

  test('is given up when the sending is aborted', async () => {
    const server = await start({ silent: true });
    const stopping = new AbortController();
    const sending = createSmtpMailer({
      outbound: createOutbound({ allowedPrivateHosts: ['127.0.0.0/8'] }),
      server: {
        host: '127.0.0.1',
        port: server.port,
        encryption: 'none',
        credentials: undefined,
        trusted: false,
      },
    }).send(mail, stopping.signal);
    await eventually(() => expect(server.connections()).toBe(1));
    stopping.abort();
    expect(await failure(sending)).toBeInstanceOf(MailFailedError);
  });
});
