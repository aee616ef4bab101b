import { createStore } from '#shared/lib/store.ts';
import { onSessionEnd } from '#shared/session/session.ts';

/** A folder that items can be moved to. */
export interface MoveTarget {
  /** Null is the top of the account. */
  readonly id: string | null;
  readonly name: string;
  /** The folders above it, from the top. */
  readonly above: readonly string[];
}

/** The folder that something was moved to last, as long as the session lasts. */
export const lastTarget = createStore<MoveTarget | undefined>(undefined);
onSessionEnd(() => lastTarget.set(undefined));
