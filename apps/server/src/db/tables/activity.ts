import type { ActivityKind } from '@holdall/contract/activity-kinds';
import type { Generated, Selectable } from 'kysely';

/**
 * The audit log of accounts and settings. Rows are inserted, gathered ones grow, and old ones are deleted;
 * nothing else changes.
 */
export interface ActivityTable {
  /** UUIDv7: the order of the log. */
  id: string;
  /** Time of the first event, where the row gathers several. */
  at: number;
  kind: ActivityKind;
  /** The acting user; no reference, because the log outlives accounts. */
  actor_id: string | null;
  /** The affected account. */
  user_id: string | null;
  address: string | null;
  user_agent: string | null;
  /** JSON object of small facts. */
  details: string;
  /** Number of events that the row gathers. */
  count: Generated<number>;
  /** Time of the latest event; null: the row holds a single event and never grows. */
  last_at: number | null;
  /** The fields that gathered events share, the minute included; null: the row is a single event. */
  gathered_key: string | null;
}
export type ActivityRow = Selectable<ActivityTable>;
