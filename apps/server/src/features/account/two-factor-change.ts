import { inTransaction } from '#db/in-transaction.ts';
import type { NewSession } from '#features/auth/index.ts';
import { limits, renewedWithin } from '#features/auth/index.ts';
import type { UserWithSettings } from '#features/users/index.ts';
import { originOf } from '#lib/actor.ts';
import { AppError } from '#lib/app-error.ts';
import { encodeBase32 } from '#lib/base32.ts';
import { qrSvg } from '#lib/qr-svg.ts';
import { totpUri } from '#lib/totp.ts';
import type { Db } from '#db/database.ts';
import { bareCode, issuerOf, localeOf } from './account.rules.ts';
import type { AccountDeps, Owner } from './account.types.ts';
import { recheckAccount } from './recheck-account.ts';

export interface TwoFactorSecret {
  /** Base32, to be typed. */
  readonly secret: string;
  readonly uri: string;
  /** An SVG image of it. */
  readonly qr: string;
}

export interface TwoFactorChange {
  /** @throws request.invalid, limit.too_many, two_factor.already_on */
  start(owner: Owner, password: string): Promise<TwoFactorSecret>;
  /** @throws request.invalid, limit.too_many, two_factor.not_begun, two_factor.already_on */
  confirm(owner: Owner, code: string): Promise<{ readonly codes: string[]; readonly session: NewSession }>;
  /** @throws two_factor.must_stay where it is required, request.invalid, limit.too_many */
  remove(owner: Owner, password: string): Promise<void>;
  /** @throws request.invalid, limit.too_many, two_factor.off */
  renewCodes(owner: Owner, password: string): Promise<string[]>;
}

export const createTwoFactorChange = (deps: AccountDeps): TwoFactorChange => {
  const { db, events, users, auth, activity, mail, settings } = deps;
  const { twoFactor } = auth;
  const tell = (on: Db, user: UserWithSettings, isOn: boolean): Promise<void> =>
    mail.send(on, {
      template: 'two_factor_changed',
      to: user.email,
      values: { on: isOn },
      ...localeOf(user),
    });
  const publish = (actor: Owner['actor']): void =>
    events.publish({ kind: 'account-changed', userId: actor.id, origin: originOf(actor) });
  return {
    start: async ({ actor }, password) => {
      const user = await auth.passwords.confirm(actor, password);
      const secret = await twoFactor.begin(user.id);
      const issuer = issuerOf((await settings.current()).title);
      const uri = totpUri({ secret, issuer, account: user.email });
      return { secret: encodeBase32(secret), uri, qr: await qrSvg(uri) };
    },
    confirm: async ({ actor, caller }, code) => {
      const guesses = `two_factor:confirm:${actor.id}:${actor.session}`;
      await auth.limits.count(guesses, limits.codeOfAccount);
      const user = await users.getOwn(actor);
      const codes = await inTransaction(db, async (trx) => {
        const made = await twoFactor.confirm(trx, actor.id, bareCode(code));
        await activity.record(trx, {
          kind: 'account.two_factor_on',
          actorId: actor.id,
          userId: actor.id,
          ...caller,
        });
        await tell(trx, user, true);
        return made;
      });
      mail.nudge();
      await auth.limits.forget(guesses);
      const session = await auth.sessions.renew(actor.session, renewedWithin);
      if (session === undefined) throw new AppError('session.required');
      // Events follow last: a page that refetches at once must find the renewed session.
      publish(actor);
      return { codes, session };
    },
    remove: async ({ actor, caller }, password) => {
      if (actor.requiredFactor !== undefined) throw new AppError('two_factor.must_stay');
      const user = await auth.passwords.confirm(actor, password);
      await inTransaction(db, async (trx) => {
        await recheckAccount(users, trx, user);
        if (!(await twoFactor.remove(trx, user.id))) return;
        await activity.record(trx, {
          kind: 'account.two_factor_off',
          actorId: user.id,
          userId: user.id,
          ...caller,
        });
        await tell(trx, user, false);
      });
      publish(actor);
      mail.nudge();
    },
    renewCodes: async ({ actor, caller }, password) => {
      const user = await auth.passwords.confirm(actor, password);
      const made = await inTransaction(db, async (trx) => {
        await recheckAccount(users, trx, user);
        const codes = await twoFactor.renewCodes(trx, user.id);
        await activity.record(trx, {
          kind: 'account.recovery_codes_renewed',
          actorId: user.id,
          userId: user.id,
          ...caller,
        });
        return codes;
      });
      publish(actor);
      return made;
    },
  };
};
