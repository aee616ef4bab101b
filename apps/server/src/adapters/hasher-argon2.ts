import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '#lib/app-error.ts';
import { createFairLanes } from '#lib/concurrency/fair-lanes.ts';
import type { HashLane, PasswordHasher } from '#ports/hasher.ts';

export interface Argon2Cost {
  /** KiB */
  readonly memory: number;
  readonly passes: number;
}

/** security.md, rule 8: Argon2id with 64 MiB and three passes. */
const standardCost: Argon2Cost = { memory: 64 * 1024, passes: 3 };
/** Concurrent hashes: each holds its memory, and many sign-ins must not exhaust the machine. */
const slots = 2;
/**
 * The queue holds some ten seconds of work: an unbounded one would grow under load. One of the slots is never
 * used for links.
 */
const lanes = {
  account: { atOnce: slots, mostWaiting: 100 },
  link: { atOnce: slots - 1, mostWaiting: 50 },
} as const satisfies Record<HashLane, object>;
const retryAfter = 10;

/** Random bytes as PHC strings write them. */
const randomField = (bytes: number): string => randomBytes(bytes).toString('base64').replace(/=+$/, '');

/** Argon2id with bounded concurrency; only tests lower `cost`. */
export const createArgon2Hasher = (cost: Argon2Cost = standardCost): PasswordHasher => {
  const inLane = createFairLanes({
    slots,
    lanes,
    refusal: () => new AppError('server.unavailable', { retryAfter }),
  });
  // The library's default algorithm is Argon2id.
  const options = { memoryCost: cost.memory, timeCost: cost.passes, parallelism: 1 };
  return {
    // Salt and hash are random and have the library's lengths: no password leads to them.
    decoy: () => `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=1$${randomField(16)}$${randomField(32)}`,
    hash: (password, lane = 'account') => inLane(lane, () => hash(password, options)),
    verify: (hashed, password, lane = 'account') => inLane(lane, () => verify(hashed, password)),
  };
};
