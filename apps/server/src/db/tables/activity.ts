import type { ActivityKind } from '@holdall/contract/activity-kinds';
import type { Selectable } from 'kysely';

/** What happened in accounts and settings: rows are only ever added. */
export interface ActivityTable {
  /** UUIDv7: the order of the log. */
  id: string;
  at: number;
  kind: ActivityKind;
  /** Who did it; no reference, because the log outlives accounts. */
  actor_id: string | null;
  /** Whose account it is about. */
  user_id: string | null;
  address: string | null;
  user_agent: string | null;
  /** JSON object of small facts. */
  details: string;
}
export type ActivityRow = Selectable<ActivityTable>;
