import type { ShareDeedRow } from '#db/tables/links.ts';

export interface DeedsPage {
  readonly deeds: readonly ShareDeedRow[];
  readonly next: string | null;
  /** Deeds that can be taken back. */
  readonly standing: number;
}

/** A link that has ended. */
export interface EndedRow {
  readonly token: string;
  readonly id: string;
  readonly item_id: string;
  readonly ended_at: number;
  readonly deeds: number;
  readonly unseen: number;
  readonly name: string | null;
}
