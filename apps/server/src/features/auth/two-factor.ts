import { randomBytes } from 'node:crypto';
import type { ErrorCode } from '@holdall/contract/error-codes';
import type { Db } from '#db/database.ts';
import type { TwoFactorRow } from '#db/tables/accounts.ts';
import { AppError, invalidField } from '#lib/app-error.ts';
import { createRecoveryCodes, normalizeRecoveryCode } from '#lib/recovery-codes.ts';
import { matchTotp } from '#lib/totp.ts';
import type { Clock } from '#ports/clock.ts';
import { type Sealer, UnsealableError } from '#ports/sealer.ts';
import type { SecondFactor } from './auth.types.ts';
import { removeChallengesOf } from './challenges.repo.ts';
import { hashOf } from './secret-token.rules.ts';
import {
  confirmTwoFactor,
  countUnusedCodes,
  findTwoFactor,
  removeTwoFactor,
  replaceRecoveryCodes,
  saveUnconfirmed,
  takeRecoveryCode,
  takeStep,
} from './two-factor.repo.ts';

/** RFC 4226, section 4: 160 bits. */
const secretBytes = 20;

export interface TwoFactorState {
  /** Milliseconds since 1970; null if it is off. */
  readonly confirmedAt: number | null;
  /** Recovery codes that are unused. */
  readonly codesLeft: number;
}

/** The second factor of accounts: time-based codes, and ten recovery codes in case the app is lost. */
export interface TwoFactorService {
  stateOf(userId: string): Promise<TwoFactorState>;
  isOn(on: Db, userId: string): Promise<boolean>;
  /** Creates a secret that counts once a code has confirmed it. @throws two_factor.already_on */
  begin(userId: string): Promise<Buffer>;
  /**
   * Switches it on. @returns the recovery codes, this once
   * @throws two_factor.not_begun, two_factor.already_on, request.invalid for a wrong code
   */
  confirm(on: Db, userId: string, code: string): Promise<string[]>;
  /** Replaces the recovery codes. @throws two_factor.off */
  renewCodes(on: Db, userId: string): Promise<string[]>;
  /** Switches it off, and voids sign-ins that await it. @returns whether it was on */
  remove(on: Db, userId: string): Promise<boolean>;
  /** Counts the unused recovery codes. */
  countCodes(on: Db, userId: string): Promise<number>;
  /** Uses a code or a recovery code up. @returns whether it was right. @throws two_factor.unreadable */
  take(on: Db, userId: string, factor: SecondFactor): Promise<boolean>;
}

export interface TwoFactorDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly sealer: Sealer;
}

const contextOf = (userId: string): string => `two-factor ${userId}`;
/** Hashes a code with the id of its account: 116 random bits need no more. */
const codeHash = (userId: string, code: string): string => hashOf(`${userId} ${normalizeRecoveryCode(code)}`);

export const createTwoFactor = ({ db, clock, sealer }: TwoFactorDeps): TwoFactorService => {
  /** @param code the error if the secret was sealed by another key */
  const secretOf = ({ user_id: userId, secret }: TwoFactorRow, code: ErrorCode): Buffer => {
    try {
      return Buffer.from(sealer.open(secret, contextOf(userId)), 'hex');
    } catch (error) {
      throw error instanceof UnsealableError ? new AppError(code, { cause: error }) : error;
    }
  };
  const newCodes = async (on: Db, userId: string): Promise<string[]> => {
    const codes = createRecoveryCodes();
    await replaceRecoveryCodes(
      on,
      userId,
      codes.map((code) => codeHash(userId, code)),
    );
    return codes;
  };
  return {
    isOn: async (on, userId) => {
      const row = await findTwoFactor(on, userId);
      return row !== undefined && row.confirmed_at !== null;
    },
    stateOf: async (userId) => {
      const row = await findTwoFactor(db, userId);
      if (row === undefined || row.confirmed_at === null) return { confirmedAt: null, codesLeft: 0 };
      return { confirmedAt: row.confirmed_at, codesLeft: await countUnusedCodes(db, userId) };
    },
    begin: async (userId) => {
      const secret = randomBytes(secretBytes);
      const sealed = sealer.seal(secret.toString('hex'), contextOf(userId));
      if (!(await saveUnconfirmed(db, { userId, secret: sealed, now: clock.now() })))
        throw new AppError('two_factor.already_on');
      return secret;
    },
    confirm: async (on, userId, code) => {
      const row = await findTwoFactor(on, userId);
      if (row === undefined) throw new AppError('two_factor.not_begun');
      if (row.confirmed_at !== null) throw new AppError('two_factor.already_on');
      const now = clock.now();
      const step = matchTotp(secretOf(row, 'two_factor.not_begun'), code, now);
      if (step === undefined) throw invalidField('code', 'This code isn’t right. Please try the next one.');
      if (!(await confirmTwoFactor(on, { userId, secret: row.secret, step, now })))
        throw new AppError('two_factor.already_on');
      return newCodes(on, userId);
    },
    renewCodes: async (on, userId) => {
      const row = await findTwoFactor(on, userId);
      if (row === undefined || row.confirmed_at === null) throw new AppError('two_factor.off');
      return newCodes(on, userId);
    },
    remove: async (on, userId) => {
      // A sign-in that awaits a code restarts: no code is valid any more.
      await removeChallengesOf(on, userId);
      return removeTwoFactor(on, userId);
    },
    countCodes: countUnusedCodes,
    take: async (on, userId, factor) => {
      const row = await findTwoFactor(on, userId);
      if (row === undefined || row.confirmed_at === null) return false;
      const now = clock.now();
      if ('recovery_code' in factor)
        return takeRecoveryCode(on, { userId, hash: codeHash(userId, factor.recovery_code), now });
      const step = matchTotp(secretOf(row, 'two_factor.unreadable'), factor.code, now);
      return step !== undefined && takeStep(on, { userId, secret: row.secret, step });
    },
  };
};
