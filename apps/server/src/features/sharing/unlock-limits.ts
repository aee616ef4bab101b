import { limits, type LimitsService } from '#features/auth/index.ts';
import { networkOf } from '#lib/http/network-of.ts';

export interface UnlockAttempt {
  readonly linkId: string;
  readonly ownerId: string;
  readonly address: string;
  /** The visit of a guest who has entered a password of the link before. */
  readonly returning: string | undefined;
}

/**
 * Counts an attempt at the password of a link before it is checked.
 *
 * @returns a function to call after a right password
 * @throws limit.too_many
 */
export type CountUnlock = (attempt: UnlockAttempt) => Promise<() => Promise<void>>;

interface Bound {
  readonly key: string;
  readonly limit: (typeof limits)[keyof typeof limits];
  /** A right password resets the count, or subtracts its own attempt. */
  readonly onSuccess: 'forget' | 'takeBack';
}

/** Returning guests have their own limits, shared neither with others nor with the owner's other links. */
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

/** Only wrong passwords count, because many people who know it may share an address and a link. */
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
        // A refused attempt is not checked, so it must not count.
        await Promise.all(bounds.slice(0, index + 1).map((bound) => counted.takeBack(bound.key)));
        throw error;
      }
    }
    return async () => {
      await Promise.all(bounds.map(({ key, onSuccess }) => counted[onSuccess](key)));
    };
  };
