import type { LightMyRequestResponse } from 'fastify';
import { afterEach, beforeEach } from 'vitest';
import { totpCode } from '#lib/totp.ts';
import { createTestApp, type TestApp, type TestAppOptions, testPassword } from '#testing/create-test-app.ts';
import { createMailServer, type ParsedMail, type TestMailServer } from '#testing/mail-server.ts';
import { present } from '#testing/present.ts';

/** A browser: it keeps the cookies that it is given. */
export interface Browser {
  send(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    payload?: object,
  ): Promise<LightMyRequestResponse>;
  /** The same browser, sending these headers, too. */
  with(headers: Record<string, string>): Browser;
  /** The `Cookie` header that it sends. */
  cookies(): string;
  signIn(email: string, password?: string): Promise<LightMyRequestResponse>;
  /** Switches two-factor sign-in on. @returns its secret, the code that was shown for it, and the recovery codes */
  secure(
    password?: string,
  ): Promise<{ readonly secret: Buffer; readonly shown: string; readonly codes: readonly string[] }>;
}

export interface AccountsHarness {
  readonly server: TestApp;
  readonly mails: TestMailServer;
  /** @returns a browser without a session */
  browser(this: void, address?: string): Browser;
  /** Makes an account, and signs it in. */
  newcomer(this: void, email: string): Promise<Browser>;
  /** The token of the link in a mail. */
  tokenIn(this: void, mail: ParsedMail): string;
  /** Waits for the first mail to a recipient with this subject. */
  mailTo(this: void, email: string, subject: RegExp): Promise<ParsedMail>;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Decodes `encodeBase32` bit by bit. */
const decodeBase32 = (text: string): Buffer => {
  const bits = Array.from(text, (sign) => alphabet.indexOf(sign).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

interface Surroundings {
  readonly remoteAddress: string;
  readonly headers: Record<string, string>;
}

const createBrowser = (
  server: TestApp,
  { remoteAddress, headers }: Surroundings,
  jar = new Map<string, string>(),
): Browser => {
  const browser: Browser = {
    cookies: () => [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
    with: (more) => createBrowser(server, { remoteAddress, headers: { ...headers, ...more } }, jar),
    send: async (method, url, payload) => {
      const cookie = browser.cookies();
      const answer = await server.app.inject({
        method,
        url,
        remoteAddress,
        headers: { ...(cookie === '' ? {} : { cookie }), ...headers },
        ...(payload === undefined ? {} : { payload }),
      });
      for (const { name, value } of answer.cookies) {
        if (value === '') jar.delete(name);
        else jar.set(name, value);
      }
      return answer;
    },
    signIn: (email, password = testPassword) => browser.send('POST', '/api/login', { email, password }),
    secure: async (password = testPassword) => {
      const begun = await browser.send('POST', '/api/user/two-factor', { current_password: password });
      const secret = decodeBase32(begun.json<{ secret: string }>().secret);
      const shown = totpCode(secret, server.clock.now());
      const confirmed = await browser.send('POST', '/api/user/two-factor/confirm', { code: shown });
      return { secret, shown, codes: confirmed.json<{ recovery_codes: string[] }>().recovery_codes };
    },
  };
  return browser;
};

/** A server of its own for each test, with a real mail server behind it. */
export const useAccounts = (options: TestAppOptions = {}): AccountsHarness => {
  let running: { server: TestApp; mails: TestMailServer } | undefined;
  const server = present(() => running?.server);
  const mails = present(() => running?.mails);
  beforeEach(async () => {
    const mailServer = await createMailServer();
    running = { server: await createTestApp({ mail: mailServer.url, ...options }), mails: mailServer };
  });
  afterEach(async () => {
    await running?.server.close();
    await running?.mails.close();
    running = undefined;
  });
  const browser = (address = '127.0.0.1'): Browser =>
    createBrowser(server, { remoteAddress: address, headers: {} });
  return {
    server,
    mails,
    browser,
    newcomer: async (email) => {
      await server.addUser(email);
      const made = browser();
      await made.signIn(email);
      return made;
    },
    tokenIn: (mail) => new URL(mail.links[0] ?? '').searchParams.get('token') ?? '',
    mailTo: (email, subject) =>
      mails.waitFor((mail) => mail.recipients.includes(email) && subject.test(mail.subject)),
  };
};
