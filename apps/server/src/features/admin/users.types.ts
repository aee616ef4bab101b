import type { Trx } from '#db/database.ts';
import type { UserStorageRow } from '#db/tables/usage.ts';
import type { UserRow, UserSettingsRow } from '#db/tables/users.ts';
import type { HandedLink, Recipient } from '#features/account/index.ts';
import type { ActivityService } from '#features/activity/index.ts';
import type { UserActor } from '#lib/actor.ts';
import type { Caller } from '#lib/caller.ts';

/** An administrator, and where their request comes from. */
export interface Administrator {
  readonly actor: UserActor;
  readonly caller: Caller;
}

/** An account with the facts for administrators beside its row. */
export type ManagedRow = Omit<
  UserRow,
  'password_hash' | 'demo_until' | 'items_count' | 'files_count' | 'files_size' | 'tree_rev'
> &
  Pick<UserSettingsRow, 'first_name' | 'last_name' | 'country' | 'timezone' | 'locale'> &
  Omit<UserStorageRow, 'user_id' | 'reserved'> & {
    /** The time since when two-factor sign-in is in force. */
    readonly two_factor_at: number | null;
  };

/** Numbers of items, the trash included. */
export interface ItemCounts {
  readonly files: number;
  readonly folders: number;
}

/** A user with everything that administrators see. */
export interface ManagedFacts {
  readonly row: ManagedRow;
  /** Bytes; null: unlimited. */
  readonly capacity: number | null;
  readonly items: ItemCounts;
  /** Sessions that are alive. */
  readonly sessions: number;
}

/** The fields by which an account is searched. */
export type NamedRow = Pick<ManagedRow, 'id' | 'email' | 'first_name' | 'last_name'>;

/** Records an administrator's change, on the transaction of the change. */
export type RecordActivity = ActivityService['record'];

/** The parts of other features that change credentials on behalf of administrators. */
export interface Credentials {
  /** Refuses a password that is easy to guess. @throws request.invalid for `password` */
  checkNewPassword(password: string, known: readonly string[]): Promise<void>;
  /** @throws request.invalid for `current_password`, limit.too_many */
  confirmPassword(actor: UserActor, password: string): Promise<void>;
  /** Ends all sessions of a user on a transaction; the caller announces them after its commit. */
  endSessionsOf(trx: Trx, userId: string): Promise<readonly string[]>;
  announce(sessions: readonly string[]): void;
  /** Sessions that are alive, by user. */
  countLiveSessions(userIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Mails a link to choose a password, and voids earlier ones. @throws limit.too_many */
  mailPasswordLink(trx: Trx, to: Recipient, occasion: 'welcome' | 'password_reset'): Promise<void>;
  /** Creates a link to choose a password, for an administrator to hand over. */
  handOverPasswordLink(trx: Trx, to: Recipient, occasion: 'welcome' | 'password_reset'): Promise<HandedLink>;
  /** Notifies the old address that the account has another one. */
  mailEmailChanged(trx: Trx, old: Recipient, email: string): Promise<void>;
  /** Notifies a user that the second factor is off. */
  mailTwoFactorOff(trx: Trx, to: Recipient): Promise<void>;
  /** Voids links that were mailed to a user. */
  revokeLinksOf(trx: Trx, userId: string): Promise<void>;
  /** Revokes a user's personal access tokens. */
  revokeTokensOf(trx: Trx, userId: string): Promise<void>;
  /** @returns whether it was on */
  removeTwoFactor(trx: Trx, userId: string): Promise<boolean>;
}
