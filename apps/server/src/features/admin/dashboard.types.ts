import type { integrity } from '@holdall/contract/admin-damage';
import type { AnswersOf } from '@holdall/contract/endpoint';
import type { getDashboard, HealthPart, HealthState } from '@holdall/contract/admin-server';
import type { storageFaultCodes } from '@holdall/contract/object-storage';
import type { UsageOverview } from '#features/usage/index.ts';
import type { UserRow, UserSettingsRow } from '#db/tables/users.ts';
import type { ItemCounts } from './users.types.ts';
import type { z } from 'zod';

export interface UserCounts {
  readonly total: number;
  /** Since the present month began. */
  readonly recent: number;
  readonly suspended: number;
}

/** Links to items that guests can open now. */
export interface LinkCounts {
  readonly active: number;
  /** Links with an expiry date. */
  readonly expiring: number;
}

/** An account among the newest ones. */
export type NewestRow = Pick<UserRow, 'id' | 'email' | 'role' | 'avatar_id' | 'color' | 'created_at'> &
  Pick<UserSettingsRow, 'first_name' | 'last_name'> & { readonly used: number };

/** `read_only`: it writes nothing any more because its disk has failed; `full`: its disk has room for nothing but deleting. */
export type DatabaseState = 'up' | 'read_only' | 'full' | 'no_room' | 'away';

/** How a part of the installation is. */
export interface Health {
  readonly part: HealthPart;
  readonly state: HealthState;
  /** What is wrong, in words. */
  readonly reason: string | null;
  /** Names what is wrong, as `health.{code}`. */
  readonly code: string | null;
  /** The object storage that it is about: `host/bucket`. */
  readonly place: string | null;
  /** Why object storage does not work. */
  readonly cause: (typeof storageFaultCodes)[number] | null;
}

/** When everything was last looked at, and whether all was well. */
export interface Verification {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly sound: boolean;
}

/** How the installation is doing. */
export interface Dashboard {
  readonly users: UserCounts;
  readonly items: ItemCounts;
  readonly links: LinkCounts;
  readonly usage: UsageOverview;
  /** The latest first. */
  readonly newest: readonly NewestRow[];
  readonly health: readonly Health[];
  readonly verification: Verification | undefined;
  readonly integrity: z.output<typeof integrity>;
  readonly warnings: AnswersOf<typeof getDashboard>['data']['warnings'];
}
