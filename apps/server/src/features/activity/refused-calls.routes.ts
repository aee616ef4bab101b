import { callerOf } from '#http/caller.ts';
import type { OnRefused } from '#http/error-handler.ts';
import type { ActivityGatherer } from './activity-gatherer.service.ts';
import { gatherRefusedCall } from './refused-calls.ts';

/** Records refused calls. @param gather buffers an entry until the next flush */
export const gatherRefusedCalls =
  (gather: ActivityGatherer['add']): OnRefused =>
  (request, error) => {
    const { linkId, actor, guest, routeOptions, method } = request;
    gatherRefusedCall(gather, {
      error,
      actorId: guest === undefined ? (actor?.id ?? null) : null,
      caller: callerOf(request),
      // The route, never the address, which may contain a token.
      call: routeOptions.url === undefined ? undefined : `${method} ${routeOptions.url}`,
      linkId,
    });
  };
