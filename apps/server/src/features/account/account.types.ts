import type { Db } from '#db/database.ts';
import type { ActivityService } from '#features/activity/index.ts';
import type { AuthService } from '#features/auth/index.ts';
import type { MailService } from '#features/mail/index.ts';
import type { SettingsService } from '#features/settings/index.ts';
import type { UsersService } from '#features/users/index.ts';
import type { UserActor } from '#http/actor.ts';
import type { Caller } from '#http/caller.ts';
import type { Clock } from '#ports/clock.ts';
import type { Events } from '#ports/events.ts';

export interface AccountDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: Events;
  readonly users: UsersService;
  readonly auth: AuthService;
  readonly activity: ActivityService;
  readonly mail: MailService;
  readonly settings: SettingsService;
}

/** Somebody who is signed in and changes what opens their account, and from where. */
export interface Owner {
  readonly actor: UserActor & { readonly session: string };
  readonly caller: Caller;
}

export interface NewPassword {
  readonly password: string;
  readonly password_confirmation: string;
}

/** What somebody sends who confirms an address. */
export interface Confirmation {
  /** What the mailed link carries. */
  readonly token: string;
  /** Of a registration: what was chosen for it. */
  readonly password?: string | undefined;
}

/** Somebody to whom a mail goes. */
export interface Recipient {
  readonly id: string;
  readonly email: string;
  /** The language that they have chosen. */
  readonly locale: string | null;
}
