import type { Db } from '#db/database.ts';
import type { EmailTokenRow } from '#db/tables/accounts.ts';
import { createSecretToken, hashOf } from '#features/auth/index.ts';
import { emailKey } from '#features/users/index.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#ports/clock.ts';
import {
  findToken,
  findPendingEmail,
  insertToken,
  removeExpiredTokens,
  removeTokens,
  removeTokensFor,
  removeTokensOf,
  consumeToken,
} from './email-tokens.repo.ts';

export interface NewEmailToken {
  readonly kind: EmailTokenRow['kind'];
  /** Null if there is no account, or none that may know of it. */
  readonly userId: string | null;
  /** The address whose possession is proven by following the link. */
  readonly email: string;
  readonly payload?: string;
  /** Milliseconds. */
  readonly lifetime: number;
}

/** Single-use tokens in mailed links. Only their hashes are stored. */
export interface EmailTokens {
  /**
   * Creates a token that replaces those of the same kind and payload. Registrations are not replaced: a later
   * request for the same address must not void an earlier one, and rate limits keep them few.
   *
   * @returns the token, and when it expires
   */
  make(on: Db, link: NewEmailToken): Promise<{ readonly token: string; readonly until: number }>;
  /** Returns a token of one of the kinds that has not expired, used or not. @throws link.expired */
  get(token: string, kinds: readonly EmailTokenRow['kind'][]): Promise<EmailTokenRow>;
  /** Uses a token up. @returns false if it was used before */
  consume(on: Db, token: string): Promise<boolean>;
  /** Voids pending registrations of an address that has an account now. */
  revokeRegistrations(on: Db, email: string): Promise<void>;
  /** Voids all unused tokens of an account. */
  revokeAllOf(on: Db, userId: string): Promise<void>;
  pendingEmailOf(userId: string): Promise<string | undefined>;
  sweep(): Promise<void>;
}

export const createEmailTokens = ({ db, clock }: { db: Db; clock: Clock }): EmailTokens => ({
  make: async (on, { kind, userId, email, payload = null, lifetime }) => {
    const now = clock.now();
    const token = createSecretToken();
    const key = emailKey(email);
    if (userId !== null) await removeTokens(on, { kind, userId, payload });
    else if (kind !== 'registration') await removeTokensFor(on, kind, key);
    await insertToken(on, {
      token_hash: hashOf(token),
      kind,
      user_id: userId,
      email: email.trim(),
      email_key: key,
      payload,
      created_at: now,
      expires_at: now + lifetime,
      used_at: null,
    });
    return { token, until: now + lifetime };
  },
  get: async (token, kinds) => {
    const link = await findToken(db, hashOf(token), clock.now());
    if (link === undefined || !kinds.includes(link.kind)) throw new AppError('link.expired');
    return link;
  },
  consume: (on, token) => consumeToken(on, hashOf(token), clock.now()),
  revokeRegistrations: (on, email) => removeTokensFor(on, 'registration', emailKey(email)),
  revokeAllOf: removeTokensOf,
  pendingEmailOf: (userId) => findPendingEmail(db, userId, clock.now()),
  sweep: () => removeExpiredTokens(db, clock.now()),
});
