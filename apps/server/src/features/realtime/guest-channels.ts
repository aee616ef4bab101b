import { randomBytes } from 'node:crypto';
import { type FilesChanged, shareChannel } from '@holdall/contract/realtime';
import type { Db } from '#db/database.ts';
import { listWithin } from '#features/files/index.ts';
import { listMembers, listSharesBy } from '#features/links/index.ts';
import type { GuestActor } from '#lib/actor.ts';
import { linkChannel } from '#lib/link-channel.ts';
import { networkOf } from '#lib/http/network-of.ts';
import type { Clock } from '#ports/clock.ts';
import type { ChannelMessage, ConnectionBound, RealtimeHub, Upgrade, Visitor } from '#ports/realtime.ts';
import { type Changes, containersAtMost } from './changes.rules.ts';

const prefix = 'link:';
/** Tells whether a connection belongs to a guest; it ends with their link. */
export const isGuestSession = (session: string): boolean => session.startsWith(prefix);

/** Connections of one link: of all its guests, and from one network. */
const ofLinkAtMost = 1_000;
const ofNetworkAtMost = 100;

/**
 * A visit has its own bound, as a user has, so that guests of a link do not share it. Visits can be made up, so
 * their sum is bounded, too.
 */
const guestBounds = ({ linkId, caller }: GuestActor): readonly ConnectionBound[] => [
  { key: `${prefix}${linkId}`, most: ofLinkAtMost },
  { key: `${prefix}${linkId} ${networkOf(caller?.address ?? '')}`, most: ofNetworkAtMost },
];

/** The guests of links who are connected to this process, and the messages to them. */
export interface GuestChannels {
  /** Tells whether guests of the owner's links are connected. */
  has(ownerId: string): boolean;
  /** Tells guests about changes below the items of their link. */
  tell(changes: Changes): Promise<void>;
  /** Returns the messages for guests of any of the owner's links by a service, without the links' tokens. */
  messagesOf(changes: Changes): Promise<ChannelMessage[]>;
  /** Returns the visitor of a guest's connection, which ends once the guest would not be let in any more. */
  visitorOf(guest: GuestActor, upgrade: Upgrade): Visitor;
}

export interface GuestChannelsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly hub: RealtimeHub;
  readonly watchGuest: (guest: GuestActor, end: () => void) => () => void;
}

/** A link that guests listen to. */
interface Channel {
  readonly linkId: string;
  readonly token: string;
  readonly rootId: string;
}
interface Listening extends Channel {
  connections: number;
}

export const createGuestChannels = ({ db, clock, hub, watchGuest }: GuestChannelsDeps): GuestChannels => {
  const byOwner = new Map<string, Map<string, Listening>>();

  const begin = ({ ownerId, linkId, token, rootId }: GuestActor): (() => void) => {
    const links = byOwner.get(ownerId) ?? new Map<string, Listening>();
    byOwner.set(ownerId, links);
    const listening = links.get(linkId) ?? { linkId, token, rootId, connections: 0 };
    links.set(linkId, listening);
    listening.connections += 1;
    return () => {
      listening.connections -= 1;
      if (listening.connections === 0) links.delete(linkId);
      if (links.size === 0 && byOwner.get(ownerId) === links) byOwner.delete(ownerId);
    };
  };

  /** Returns the items that links lead to now, by link. */
  const rootsOf = async (links: readonly Channel[]): Promise<Map<string, string[]>> => {
    const roots = new Map(links.map(({ linkId, rootId }) => [linkId, [rootId]]));
    const collections = links.filter(({ linkId, rootId }) => linkId === rootId).map(({ linkId }) => linkId);
    if (collections.length === 0) return roots;
    for (const { share_id: linkId, item_id: itemId } of await listMembers(db, collections))
      roots.get(linkId)?.push(itemId);
    return roots;
  };

  const messagesTo = async (
    links: readonly Channel[],
    changes: Changes,
    nameOf: (token: string) => string,
  ): Promise<ChannelMessage[]> => {
    if (links.length === 0) return [];
    const roots = await rootsOf(links);
    const within = await listWithin(
      db,
      [...changes.containers].filter((id) => id !== null),
      [...roots.values()].flat(),
    );
    return links.flatMap(({ linkId, token, rootId }) => {
      const shared = roots.get(linkId) ?? [];
      const below = shared.flatMap((id) => within.get(id) ?? []);
      // The shared item itself may have been renamed or changed.
      const isChanged = changes.items.has(rootId) || shared.some((id) => changes.items.has(id));
      const own = isChanged ? [...new Set([...below, rootId])] : below;
      if (own.length === 0 && !changes.everything) return [];
      const isEverything = changes.everything || own.length > containersAtMost;
      // Guests refetch the folders, which checks their rights; other changes must not be revealed.
      const data: FilesChanged = {
        containers: isEverything ? [] : own,
        items: [],
        removed: [],
        trash: false,
        favourites: false,
        tree: changes.tree,
        storage: false,
        ...(isEverything ? { everything: true } : {}),
      };
      return [{ channel: nameOf(token), event: 'files.changed', data, except: changes.origin }];
    });
  };

  return {
    has: (ownerId) => byOwner.has(ownerId),
    tell: async (changes) => {
      const links = [...(byOwner.get(changes.ownerId)?.values() ?? [])];
      for (const message of await messagesTo(links, changes, shareChannel)) hub.publish(message);
    },
    messagesOf: async (changes) =>
      messagesTo(await listSharesBy(db, changes.ownerId, clock.now()), changes, linkChannel),
    visitorOf: (guest, { socket }) => {
      const session = `${prefix}${guest.linkId}:${randomBytes(9).toString('base64url')}`;
      // A connection that was closed meanwhile is not watched.
      if (!socket.closed) {
        const leave = begin(guest);
        // A collection stays open with any of its items: pages look them up when they are told.
        const unwatch = watchGuest({ ...guest, collection: undefined }, () =>
          hub.end([session], 'session ended'),
        );
        socket.once('close', () => {
          unwatch();
          leave();
        });
      }
      return { userId: `${prefix}${guest.linkId}:${guest.visit ?? ''}`, session, bounds: guestBounds(guest) };
    },
  };
};
