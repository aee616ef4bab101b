import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#ports/clock.ts';

/** Wrong codes from one address within a minute. It only keeps the noise down: nobody guesses 136 bits. */
const most = 10;
const window = 60_000;
/** Addresses that are counted at once; one more begins a new minute for all. */
const mostAddresses = 10_000;

/** What a request brings along. */
export interface SetupCodeAttempt {
  /** The one-time code, if it has one. */
  readonly code: string | undefined;
  /** By what wrong codes are counted. */
  readonly address: string;
}

export interface SetupCodeGuard {
  /**
   * Lets in who has the code. Where a connection comes from says nothing: a proxy on this machine, or whatever else
   * passes connections on, makes everybody's connection a local one and need not tell.
   *
   * @throws setup.code_needed, setup.code_wrong, limit.too_many
   */
  check(facts: SetupCodeAttempt): void;
}

export interface SetupCodeGuardDeps {
  readonly clock: Clock;
  /** The one-time code. */
  readonly code: () => string;
}

/** A code as it is compared: people type it in as they read it. */
const plainCode = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
const digest = (code: string): Buffer => createHash('sha256').update(plainCode(code)).digest();

/** There is no database yet that could count. */
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
      // Compared first: strangers who try, behind the same proxy, shut nobody out who has it.
      // Of one length, so that the time it takes tells nothing.
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
