import type { Db } from '#db/database.ts';
import type { Caller } from '#http/caller.ts';

/** A change of a setting as it is written down; of a secret neither value is told. */
export interface SettingChange extends Caller {
  readonly kind: 'settings.changed';
  readonly actorId: string;
  readonly userId: null;
  readonly details: {
    readonly name: string;
    readonly group: string;
    readonly from?: string | number | boolean | null;
    readonly to?: string | number | boolean | null;
  };
}

/** Writes a change down on the transaction that makes it. */
export type RecordChange = (on: Db, change: SettingChange) => Promise<void>;

export interface CachesCleared extends Caller {
  readonly kind: 'caches.cleared';
  readonly actorId: string;
  readonly userId: null;
}
