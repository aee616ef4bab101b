import type { Db } from '#db/database.ts';
import { emailKey } from '#features/users/index.ts';
import type { Clock } from '#ports/clock.ts';
import {
  extendDevice,
  findDevice,
  insertDevice,
  removeExpiredDevices,
  removeOldestDevices,
} from './known-devices.repo.ts';
import { createSecretToken, hashOf } from './secret-token.rules.ts';

const year = 365 * 24 * 60 * 60 * 1000;
/** Devices of one account: each has a limit of its own for guesses at its password. */
const mostDevices = 20;
/** How the cookie of a browser begins that has set a password by a link, and not been signed in since. */
const byLink = 'link.';

/** The cookie by which a browser is known again. */
export interface DeviceCookie {
  readonly token: string;
  /** Seconds. */
  readonly maxAge: number;
}

/**
 * Browsers in which an account has been signed in to before, or got its password by a link. They are let in by nothing but
 * password and second factor, but guesses that are made elsewhere do not count against them.
 */
export interface KnownDevices {
  /**
   * @param token of the browser's cookie, as sent
   * @returns the name of the device, where the account with this address knows it
   */
  find(token: string | undefined, email: string): Promise<string | undefined>;
  /** The same of a browser that has been signed in: links alone, however many, are no way to more guesses at a second factor. */
  findSignedIn(token: string | undefined, email: string): Promise<string | undefined>;
  /** Makes a browser known to one account, for a year, in the transaction that signs it in. */
  remember(on: Db, userId: string, token: string | undefined): Promise<DeviceCookie>;
  /** The same in the transaction that sets a password by a link. */
  rememberByLink(on: Db, userId: string, token: string | undefined): Promise<DeviceCookie>;
  sweep(): Promise<void>;
}

export const createKnownDevices = ({
  db,
  clock,
}: {
  readonly db: Db;
  readonly clock: Clock;
}): KnownDevices => {
  const find: KnownDevices['find'] = async (token, email) =>
    token === undefined
      ? undefined
      : findDevice(db, { hash: hashOf(token), emailKey: emailKey(email), now: clock.now() });

  const remember = async (
    on: Db,
    userId: string,
    { token, begin = '' }: { readonly token: string | undefined; readonly begin?: string },
  ): Promise<DeviceCookie> => {
    const expiresAt = clock.now() + year;
    const maxAge = year / 1000;
    // The cookie of a link is replaced once its browser is signed in.
    const next = token?.startsWith(byLink) === true && begin === '' ? createSecretToken() : token;
    if (token !== undefined && next !== undefined) {
      const [hash, nextHash] = [hashOf(token), hashOf(next)];
      if (await extendDevice(on, { hash, nextHash, userId, expiresAt })) return { token: next, maxAge };
    }
    const made = `${begin}${createSecretToken()}`;
    await insertDevice(on, { hash: hashOf(made), userId, expiresAt });
    await removeOldestDevices(on, { userId, keep: mostDevices });
    return { token: made, maxAge };
  };

  return {
    find,
    findSignedIn: async (token, email) =>
      token?.startsWith(byLink) === true ? undefined : find(token, email),
    remember: (on, userId, token) => remember(on, userId, { token }),
    rememberByLink: (on, userId, token) => remember(on, userId, { token, begin: byLink }),
    sweep: () => removeExpiredDevices(db, clock.now()),
  };
};
