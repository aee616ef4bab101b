import type { Db } from '#db/database.ts';

/** From where somebody acts. */
export interface CallerFacts {
  readonly address: string;
  readonly userAgent: string;
}

/** A change of a setting as it is written down; of a secret neither value is told. */
export interface SettingChange extends CallerFacts {
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

export interface CachesCleared extends CallerFacts {
  readonly kind: 'caches.cleared';
  readonly actorId: string;
  readonly userId: null;
}
