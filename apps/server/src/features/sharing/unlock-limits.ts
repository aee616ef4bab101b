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

interface Bound {
  readonly key: string;
  readonly limit: (typeof limits)[keyof typeof limits];
  /** A right password begins the count anew, or takes back what it added itself. */
  readonly onSuccess: 'forget' | 'takeBack';
}

/** Guests who come back share no bound with anybody else, and none with the owner's other links. */
const boundsOfReturning = (linkId: string, network: string, visit: string): readonly Bound[] => [
  { key: `link-visit:${linkId}:${visit}`, limit: limits.passwordOfLink, onSuccess: 'forget' },
  { key: `link-visit-day:${linkId}:${visit}`, limit: limits.passwordOfLinkInADay, onSuccess: 'forget' },
  // One person can have many visits.
  {
    key: `link-visits:${linkId}:${network}`,
    limit: limits.passwordOfLinkInADayByVisitsOfNetwork,
    onSuccess: 'forget',
  },
  { key: `link-visits:${linkId}`, limit: limits.passwordOfLinkInADayByVisits, onSuccess: 'takeBack' },
];

const boundsOfOthers = ({ linkId, ownerId }: UnlockAttempt, network: string): readonly Bound[] => [
  { key: `link:${linkId}:${network}`, limit: limits.passwordOfLink, onSuccess: 'takeBack' },
  { key: `link-day:${linkId}:${network}`, limit: limits.passwordOfLinkInADay, onSuccess: 'forget' },
  { key: `link:${linkId}`, limit: limits.passwordOfLinkInAMinuteAnywhere, onSuccess: 'takeBack' },
  {
    key: `link-hour-anywhere:${linkId}`,
    limit: limits.passwordOfLinkInAnHourAnywhere,
    onSuccess: 'takeBack',
  },
  { key: `link-day-anywhere:${linkId}`, limit: limits.passwordOfLinkInADayAnywhere, onSuccess: 'takeBack' },
  { key: `link-owner:${ownerId}`, limit: limits.passwordOfLinksOfOwner, onSuccess: 'takeBack' },
];

/** Only wrong passwords use the bounds up: many who know it may come from one address, and to one link. */
export const createUnlockLimits =
  (counted: LimitsService): CountUnlock =>
  async (attempt) => {
    const { linkId, address, returning } = attempt;
    const network = networkOf(address);
    const bounds =
      returning === undefined
        ? boundsOfOthers(attempt, network)
        : boundsOfReturning(linkId, network, returning);
    for (const [index, { key, limit }] of bounds.entries()) {
      try {
        await counted.count(key, limit);
      } catch (error) {
        // Refused is not judged: no bound is used up by it.
        await Promise.all(bounds.slice(0, index + 1).map((bound) => counted.takeBack(bound.key)));
        throw error;
      }
    }
    return async () => {
      await Promise.all(bounds.map(({ key, onSuccess }) => counted[onSuccess](key)));
    };
  };
