import type { Failure } from './maintenance.types.ts';

/** Returns a failure of background work in its wire format. */
export const failureOnWire = (failure: Failure | undefined): { at: string; reason: string } | null =>
  failure === undefined ? null : { at: new Date(failure.at).toISOString(), reason: failure.reason };
