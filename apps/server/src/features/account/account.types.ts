import type { Db } from '#db/database.ts';
import type { ActivityService } from '#features/activity/index.ts';
import type { AuthService } from '#features/auth/index.ts';
import type { MailService } from '#features/mail/index.ts';
import type { SettingsService } from '#features/settings/index.ts';
import type { UsersService } from '#features/users/index.ts';
import type { UserActor } from '#lib/actor.ts';
import type { Caller } from '#lib/caller.ts';
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

/** A signed-in user who changes their own credentials, and where they do it from. */
export interface Owner {
  readonly actor: UserActor & { readonly session: string };
  readonly caller: Caller;
}

export interface NewPassword {
  readonly password: string;
  readonly password_confirmation: string;
}

/** A request to confirm an address. */
export interface Confirmation {
  /** The token of the mailed link. */
  readonly token: string;
  /** Registrations only: the password that was chosen. */
  readonly password?: string | undefined;
}

/** The recipient of a mail. */
export interface Recipient {
  readonly id: string;
  readonly email: string;
  /** The language that they have chosen. */
  readonly locale: string | null;
}
