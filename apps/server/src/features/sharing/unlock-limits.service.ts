import { limits, type LimitsService } from '#features/auth/index.ts';
import { networkOf } from '#lib/network-of.ts';

export interface UnlockAttempt {
  readonly linkId: string;
  readonly ownerId: string;
  readonly address: string;
  /** The visit of a guest who has entered the link's password before, whatever that was. */
  readonly returning: string | undefined;
}

/**
 * Counts a guess at the password of a link before it is judged.
 *
 * @returns what is to be done once the guess was right
 * @throws limit.too_many
 */
export type CountUnlock = (attempt: UnlockAttempt) => Promise<() => Promise<void>>;

/** Guests who come back are counted by themselves: no guess of anybody else keeps them out. */
export const createUnlockLimits =
  (counted: LimitsService): CountUnlock =>
  async ({ linkId, ownerId, address, returning }) => {
    if (returning !== undefined) {
      const own = `link-visit:${linkId}:${returning}`;
      await counted.count(own, limits.passwordOfLink);
      await counted.count(`link-owner-visit:${ownerId}`, limits.passwordOfLinksOfOwner);
      return () => counted.forget(own);
    }
    const network = networkOf(address);
    const allDay = `link-day:${linkId}:${network}`;
    const anywhere = [
      [`link:${linkId}`, limits.passwordOfLinkInAMinuteAnywhere],
      [`link-hour-anywhere:${linkId}`, limits.passwordOfLinkInAnHourAnywhere],
      [`link-day-anywhere:${linkId}`, limits.passwordOfLinkInADayAnywhere],
    ] as const;
    await counted.count(`link:${linkId}:${network}`, limits.passwordOfLink);
    await counted.count(allDay, limits.passwordOfLinkInADay);
    for (const [key, limit] of anywhere) {
      // The shorter bound comes first: what it refuses is no guess, and does not use up the longer ones.
      await counted.count(key, limit);
    }
    await counted.count(`link-owner:${ownerId}`, limits.passwordOfLinksOfOwner);
    return async () => {
      // Many who know the password may come from one address, and to one link.
      await counted.forget(allDay);
      await Promise.all(anywhere.map(([key]) => counted.takeBack(key)));
    };
  };
