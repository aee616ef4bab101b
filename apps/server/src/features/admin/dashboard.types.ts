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
  /** Since the start of the present month. */
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

/** `read_only`: it refuses writes because its disk has failed; `full`: its disk has room only for deletions. */
export type DatabaseState = 'up' | 'read_only' | 'full' | 'no_room' | 'away';

/** The health of a part of the installation. */
export interface Health {
  readonly part: HealthPart;
  readonly state: HealthState;
  /** The fault as a sentence. */
  readonly reason: string | null;
  /** The fault as `health.{code}`. */
  readonly code: string | null;
  /** The object storage concerned: `host/bucket`. */
  readonly place: string | null;
  /** The reason why object storage does not work. */
  readonly cause: (typeof storageFaultCodes)[number] | null;
}

/** The last full examination: when it was, and whether it found a fault. */
export interface Verification {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly sound: boolean;
}

/** The state of the installation. */
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
