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
/** Devices of one account; each has its own limit for attempts at its password. */
const mostDevices = 20;
/** Prefix of the cookie of a browser that has set a password by a link, and has not signed in since. */
const byLink = 'link.';

/** The cookie that identifies a known browser. */
export interface DeviceCookie {
  readonly token: string;
  /** Seconds. */
  readonly maxAge: number;
}

/**
 * Browsers that have signed in to an account before, or have set its password by a link. They need password and
 * second factor all the same, but attempts from elsewhere do not count against them.
 */
export interface KnownDevices {
  /**
   * @param token of the browser's cookie, as sent
   * @returns the id of the device, if the account with this address knows it
   */
  find(token: string | undefined, email: string): Promise<string | undefined>;
  /**
   * As `find`, for browsers that have signed in: links, however many, must not give more attempts at a second
   * factor.
   */
  findSignedIn(token: string | undefined, email: string): Promise<string | undefined>;
  /** Makes a browser known to one account for a year, in the transaction that signs it in. */
  remember(on: Db, userId: string, token: string | undefined): Promise<DeviceCookie>;
  /** Makes a browser known in the transaction that sets a password by a link. */
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
    // The cookie of a link is replaced once its browser has signed in.
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
