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

/** The cookie by which a browser is known again. */
export interface DeviceCookie {
  readonly token: string;
  /** Seconds. */
  readonly maxAge: number;
}

/**
 * Browsers in which an account has been signed in to before. They are let in by nothing but password and second factor, but
 * guesses that are made elsewhere do not count against them.
 */
export interface KnownDevices {
  /**
   * @param token of the browser's cookie, as sent
   * @returns the name of the device, where the account with this address knows it
   */
  find(token: string | undefined, email: string): Promise<string | undefined>;
  /** Makes a browser known to one account, for a year, in the transaction that signs it in. */
  remember(on: Db, userId: string, token: string | undefined): Promise<DeviceCookie>;
  sweep(): Promise<void>;
}

export const createKnownDevices = ({
  db,
  clock,
}: {
  readonly db: Db;
  readonly clock: Clock;
}): KnownDevices => ({
  find: async (token, email) =>
    token === undefined
      ? undefined
      : findDevice(db, { hash: hashOf(token), emailKey: emailKey(email), now: clock.now() }),
  remember: async (on, userId, token) => {
    const expiresAt = clock.now() + year;
    const maxAge = year / 1000;
    if (token !== undefined && (await extendDevice(on, { hash: hashOf(token), userId, expiresAt })))
      return { token, maxAge };
    const made = createSecretToken();
    await insertDevice(on, { hash: hashOf(made), userId, expiresAt });
    await removeOldestDevices(on, { userId, keep: mostDevices });
    return { token: made, maxAge };
  },
  sweep: () => removeExpiredDevices(db, clock.now()),
});
