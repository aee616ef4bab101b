import type { Db } from '#db/database.ts';
import type { MailedLinkRow } from '#db/tables/accounts.ts';
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
  readonly kind: MailedLinkRow['kind'];
  /** Null: there is no account, or none that may know of it. */
  readonly userId: string | null;
  /** The address that is shown to be somebody's by following it. */
  readonly email: string;
  readonly payload?: string;
  /** Milliseconds. */
  readonly lifetime: number;
}

/** Links that were mailed and open something once. Only the hash of what is in a link is kept. */
export interface EmailTokens {
  /**
   * Makes a link that takes the place of those of its kind and payload before it, but for registrations: whoever asks
   * last for an address must not void what others asked for. Limits keep them few.
   *
   * @returns its token, and when it expires
   */
  make(on: Db, link: NewEmailToken): Promise<{ readonly token: string; readonly until: number }>;
  /** A link of a kind that has not expired, used or not. @throws link.expired */
  get(token: string, kinds: readonly MailedLinkRow['kind'][]): Promise<MailedLinkRow>;
  /** Uses a link up. @returns false where somebody else was first */
  consume(on: Db, token: string): Promise<boolean>;
  /** Makes registrations worthless that wait for an address: it has an account now. */
  revokeRegistrations(on: Db, email: string): Promise<void>;
  /** Makes everything worthless that was mailed for an account and not used yet. */
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
