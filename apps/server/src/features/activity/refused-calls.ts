import type { Caller } from '#lib/caller.ts';
import type { AppError } from '#lib/app-error.ts';
import { networkOf } from '#lib/http/network-of.ts';
import type { ActivityGatherer } from './activity-gatherer.service.ts';
import { refusedKindOf } from './refused-calls.rules.ts';

export interface RefusedCall {
  readonly error: Pick<AppError, 'code' | 'status'>;
  /** The account that called; null for a guest or an unauthenticated caller. */
  readonly actorId: string | null;
  readonly caller: Caller;
  /** Method and route, without parameters; undefined for an unknown route. */
  readonly call: string | undefined;
  /** The id of the link that was used. */
  readonly linkId: string | undefined;
}

/** Records a refused call, grouped by the account that called, or by the address and the link. */
export const gatherRefusedCall = (
  gather: ActivityGatherer['add'],
  { error, actorId, caller, call, linkId }: RefusedCall,
): void => {
  const kind = refusedKindOf(error);
  if (kind === undefined) return;
  gather(
    {
      kind,
      actorId,
      userId: null,
      ...caller,
      details: { ...(call && { call }), ...(linkId && { link: linkId }) },
    },
    actorId === null ? [networkOf(caller.address), linkId] : [actorId],
  );
};
