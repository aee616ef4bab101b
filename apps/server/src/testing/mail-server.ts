import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { Certificate } from '#testing/certificates.ts';

/** A mail as it arrived. */
export interface ParsedMail {
  /** The recipients of the envelope. */
  readonly recipients: readonly string[];
  readonly from: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Addresses of pages that the text names, in order. */
  readonly links: readonly string[];
  /** Values of the headers by lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly raw: string;
  /** True where it came encrypted, and the user that had authenticated. */
  readonly secure: boolean;
  readonly user: string | undefined;
}

export interface MailServerOptions {
  /** Offers STARTTLS, or speaks TLS from the first byte on where `implicitTls` says so. */
  readonly certificate?: Certificate;
  readonly implicitTls?: boolean;
  /** Takes mails from this user alone. */
  readonly credentials?: { readonly username: string; readonly password: string };
  /** Answers a recipient with this code instead of 250; called for each mail. */
  readonly refuse?: (recipient: string) => number | undefined;
  /** The enhanced code (RFC 3463) and text after that code. */
  readonly refusal?: string;
  /** Accepts connections and never says a word. */
  readonly silent?: boolean;
  /** Greets, and says no more when a mail comes. */
  readonly stalls?: boolean;
}

export interface TestMailServer {
  /** For HOLDALL_SMTP_URL, or `mail` of `createTestApp`. */
  readonly url: string;
  readonly port: number;
  /** All mails that have arrived, oldest first. */
  mails(): Promise<readonly ParsedMail[]>;
  /** Resolves with the first matching mail, past or future. */
  waitFor(predicate: (mail: ParsedMail) => boolean): Promise<ParsedMail>;
  /** Number of connections so far. */
  connections(): number;
  close(): Promise<void>;
}

const linkPattern = /https?:\/\/[^\s<>"]+/g;

const parse = async (
  raw: string,
  facts: Pick<ParsedMail, 'recipients' | 'secure' | 'user'>,
): Promise<ParsedMail> => {
  const email: Email = await PostalMime.parse(raw);
  const text = email.text ?? '';
  return {
    ...facts,
    from: { name: email.from?.name ?? '', address: email.from?.address ?? '' },
    subject: email.subject ?? '',
    text,
    html: email.html ?? '',
    links: text.match(linkPattern) ?? [],
    headers: new Map(email.headers.map(({ key, value }) => [key, value])),
    raw,
  };
};

/** A real SMTP server on loopback that keeps what it gets. */
export const createMailServer = async (options: MailServerOptions = {}): Promise<TestMailServer> => {
  const { certificate, implicitTls = false, credentials, refuse, silent = false, stalls = false } = options;
  const { refusal = '5.1.1 so says the test' } = options;
  const arrived: Promise<ParsedMail>[] = [];
  let arrival = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();
  let connections = 0;
  const off = [certificate === undefined ? ['STARTTLS'] : [], credentials === undefined ? ['AUTH'] : []];
  const server = new SMTPServer({
    ...certificate,
    secure: implicitTls,
    logger: false,
    disableReverseLookup: true,
    disabledCommands: off.flat(),
    allowInsecureAuth: true,
    authOptional: credentials === undefined,
    closeTimeout: 100,
    onAuth: ({ username, password }, _session, done) => {
      const isRight = username === credentials?.username && password === credentials?.password;
      if (isRight) done(null, { user: username });
      else done(Object.assign(new Error('5.7.8 so says the test'), { responseCode: 535 }));
    },
    onMailFrom: (_address, _session, done) => {
      if (!stalls) done();
    },
    onRcptTo: ({ address }, _session, done) => {
      const code = refuse?.(address);
      done(code === undefined ? null : Object.assign(new Error(refusal), { responseCode: code }));
    },
    onData: (stream, { envelope, secure, user }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('end', () => {
        const facts = {
          recipients: envelope.rcptTo.map(({ address }) => address),
          secure,
          user: typeof user === 'string' ? user : undefined,
        };
        arrived.push(parse(Buffer.concat(chunks).toString('utf8'), facts));
        done();
        arrival.resolve();
        arrival = Promise.withResolvers();
      });
    },
  } satisfies SMTPServerOptions);
  // Clients that give up are what some tests are about.
  server.on('error', () => undefined);
  if (silent) server.server.removeAllListeners('connection');
  server.server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const user =
    credentials === undefined
      ? ''
      : `${encodeURIComponent(credentials.username)}:${encodeURIComponent(credentials.password)}@`;
  return {
    url: `${implicitTls ? 'smtps' : 'smtp'}://${user}127.0.0.1:${port}?from=holdall@example.com`,
    port,
    mails: () => Promise.all(arrived),
    waitFor: async (predicate) => {
      for (let index = 0; ; index += 1) {
        // One after the other: which one is the first is what the caller asks.
        while (index >= arrived.length) await arrival.promise;
        const mail = await arrived[index];
        if (mail !== undefined && predicate(mail)) return mail;
      }
    },
    connections: () => connections,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};
