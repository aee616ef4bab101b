import { callerOf } from '#http/caller.ts';
import type { OnRefused } from '#http/error-handler.ts';
import type { ActivityGatherer } from './activity-gatherer.service.ts';
import { gatherRefusedCall } from './refused-calls.ts';

/** Has refused calls written down. @param gather keeps an entry until it is written with others */
export const gatherRefusedCalls =
  (gather: ActivityGatherer['add']): OnRefused =>
  (request, error) => {
    const { linkId, actor, guest, routeOptions, method } = request;
    gatherRefusedCall(gather, {
      error,
      actorId: guest === undefined ? (actor?.id ?? null) : null,
      caller: callerOf(request),
      // The route, never the address: that may hold a token.
      call: routeOptions.url === undefined ? undefined : `${method} ${routeOptions.url}`,
      linkId,
    });
  };
