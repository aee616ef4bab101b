import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#ports/clock.ts';

/**
 * Wrong codes from one address within a minute. The limit only reduces the load, because 136 bits cannot be
 * guessed.
 */
const most = 10;
const window = 60_000;
/** Addresses that are counted at once; one more resets all of them. */
const mostAddresses = 10_000;

/** The code of a request, and its origin. */
export interface SetupCodeAttempt {
  /** The one-time code, if the request has one. */
  readonly code: string | undefined;
  /** The key for counting wrong codes. */
  readonly address: string;
}

export interface SetupCodeGuard {
  /**
   * Accepts a request with the right code. The address of a connection proves nothing, because a proxy on this
   * machine makes every connection look local.
   *
   * @throws setup.code_needed, setup.code_wrong, limit.too_many
   */
  check(facts: SetupCodeAttempt): void;
}

export interface SetupCodeGuardDeps {
  readonly clock: Clock;
  /** Returns the one-time code. */
  readonly code: () => string;
}

/** Normalizes a code, which people type in as they read it. */
const plainCode = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
const digest = (code: string): Buffer => createHash('sha256').update(plainCode(code)).digest();

/** Counts in memory, because there is no database yet. */
export const createSetupCodeGuard = ({ clock, code }: SetupCodeGuardDeps): SetupCodeGuard => {
  let since = Number.NEGATIVE_INFINITY;
  let wrong = new Map<string, number>();
  const counted = (): Map<string, number> => {
    if (clock.now() - since >= window || wrong.size >= mostAddresses) {
      since = clock.now();
      wrong = new Map();
    }
    return wrong;
  };
  return {
    check: (facts) => {
      if (facts.code === undefined || facts.code === '') throw new AppError('setup.code_needed');
      // Compared before counting: others behind the same proxy must not lock out the owner of the code. Digests
      // have one length, so the comparison takes constant time.
      if (timingSafeEqual(digest(facts.code), digest(code()))) return;
      const attempts = counted().get(facts.address) ?? 0;
      if (attempts >= most)
        throw new AppError('limit.too_many', {
          retryAfter: Math.max(1, Math.ceil((since + window - clock.now()) / 1000)),
        });
      counted().set(facts.address, attempts + 1);
      throw new AppError('setup.code_wrong');
    },
  };
};
