import type { Failure } from './upkeep.types.ts';

/** Why work in the background came to nothing, as it goes over the wire. */
export const failureOnWire = (failure: Failure | undefined): { at: string; reason: string } | null =>
  failure === undefined ? null : { at: new Date(failure.at).toISOString(), reason: failure.reason };
