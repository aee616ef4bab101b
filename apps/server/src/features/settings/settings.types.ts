import type { Db } from '#db/database.ts';
import type { Caller } from '#lib/caller.ts';

/** A recorded change of a setting; for a secret without its values. */
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

/** Records a change on its transaction. */
export type RecordChange = (on: Db, change: SettingChange) => Promise<void>;

export interface CachesCleared extends Caller {
  readonly kind: 'caches.cleared';
  readonly actorId: string;
  readonly userId: null;
}
