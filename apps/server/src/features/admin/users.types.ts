import type { Trx } from '#db/database.ts';
import type { UserStorageRow } from '#db/tables/usage.ts';
import type { UserRow, UserSettingsRow } from '#db/tables/users.ts';
import type { HandedLink, Recipient } from '#features/account/index.ts';
import type { ActivityService } from '#features/activity/index.ts';
import type { UserActor } from '#http/actor.ts';
import type { Caller } from '#http/caller.ts';

/** An administrator who does something, and from where. */
export interface Administrator {
  readonly actor: UserActor;
  readonly caller: Caller;
}

/** An account with what administrators see of it beside its row. */
export type ManagedRow = Omit<
  UserRow,
  'password_hash' | 'demo_until' | 'items_count' | 'files_count' | 'files_size'
> &
  Pick<UserSettingsRow, 'first_name' | 'last_name' | 'country' | 'timezone' | 'locale'> &
  Omit<UserStorageRow, 'user_id' | 'reserved'> & {
    /** Since when two-factor sign-in is in force. */
    readonly two_factor_at: number | null;
  };

/** How many items somebody has, the trash included. */
export interface ItemCounts {
  readonly files: number;
  readonly folders: number;
}

/** A user as administrators see them. */
export interface ManagedFacts {
  readonly row: ManagedRow;
  /** Bytes; null: unlimited. */
  readonly capacity: number | null;
  readonly items: ItemCounts;
  /** Sessions that are alive. */
  readonly sessions: number;
}

/** What an account is looked for by. */
export type NamedRow = Pick<ManagedRow, 'id' | 'email' | 'first_name' | 'last_name'>;

/** Writes down what an administrator did, on the transaction that does it. */
export type RecordActivity = ActivityService['record'];

/** What opens accounts, as far as administrators have to do with it. */
export interface Credentials {
  /** Refuses a password that others would guess. @throws request.invalid for `password` */
  checkNewPassword(password: string, known: readonly string[]): Promise<void>;
  /** @throws request.invalid for `current_password`, limit.too_many */
  confirmPassword(actor: UserActor, password: string): Promise<void>;
  /** Ends all sessions of somebody, on a transaction; to be announced after its commit. */
  endSessionsOf(trx: Trx, userId: string): Promise<readonly string[]>;
  announce(sessions: readonly string[]): void;
  /** Sessions that are alive, by user. */
  countLiveSessions(userIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Mails a link by which somebody chooses a password, and makes earlier ones worthless. @throws limit.too_many */
  mailPasswordLink(trx: Trx, to: Recipient, occasion: 'welcome' | 'password_reset'): Promise<void>;
  /** Makes a link by which somebody chooses a password, for an administrator to hand over. */
  handOverPasswordLink(trx: Trx, to: Recipient, occasion: 'welcome' | 'password_reset'): Promise<HandedLink>;
  /** Tells the old address that it is an account's no more. */
  tellEmailChanged(trx: Trx, old: Recipient, email: string): Promise<void>;
  /** Tells somebody that the second factor is off. */
  tellTwoFactorOff(trx: Trx, to: Recipient): Promise<void>;
  /** Makes links that were mailed to somebody worthless. */
  revokeLinksOf(trx: Trx, userId: string): Promise<void>;
  /** Makes somebody's personal access tokens worthless. */
  revokeTokensOf(trx: Trx, userId: string): Promise<void>;
  /** @returns whether it was on */
  removeTwoFactor(trx: Trx, userId: string): Promise<boolean>;
}
