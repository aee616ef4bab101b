import { randomBytes } from 'node:crypto';
import { type FilesChanged, shareChannel } from '@holdall/contract/realtime';
import type { Db } from '#db/database.ts';
import { listWithin } from '#features/files/index.ts';
import type { GuestActor } from '#http/actor.ts';
import type { RealtimeHub, Upgrade, Visitor } from '#ports/realtime.ts';
import { type Changes, containersAtMost } from './changes.rules.ts';

const prefix = 'link:';
/** Whether a connection's session is that of a guest: it ends with their link. */
export const isGuestSession = (session: string): boolean => session.startsWith(prefix);

/** The guests of links who are connected to this process, and what they are told. */
export interface GuestChannels {
  /** Whether guests of somebody's links listen. */
  has(ownerId: string): boolean;
  /** Tells guests of those changes that are below what their link leads to. */
  tell(changes: Changes): Promise<void>;
  /** Who a guest's connection is of; it ends once the guest would not be let in any more. */
  visitorOf(guest: GuestActor, upgrade: Upgrade): Visitor;
}

export interface GuestChannelsDeps {
  readonly db: Db;
  readonly hub: RealtimeHub;
  readonly watchGuest: (guest: GuestActor, end: () => void) => () => void;
}

/** A link that guests listen by. */
interface Listening {
  readonly token: string;
  readonly rootId: string;
  connections: number;
}

export const createGuestChannels = ({ db, hub, watchGuest }: GuestChannelsDeps): GuestChannels => {
  const byOwner = new Map<string, Map<string, Listening>>();

  const begin = ({ ownerId, linkId, token, rootId }: GuestActor): (() => void) => {
    const links = byOwner.get(ownerId) ?? new Map<string, Listening>();
    byOwner.set(ownerId, links);
    const listening = links.get(linkId) ?? { token, rootId, connections: 0 };
    links.set(linkId, listening);
    listening.connections += 1;
    return () => {
      listening.connections -= 1;
      if (listening.connections === 0) links.delete(linkId);
      if (links.size === 0 && byOwner.get(ownerId) === links) byOwner.delete(ownerId);
    };
  };

  return {
    has: (ownerId) => byOwner.has(ownerId),
    tell: async (changes) => {
      const links = [...(byOwner.get(changes.ownerId)?.values() ?? [])];
      if (links.length === 0) return;
      const within = await listWithin(
        db,
        [...changes.containers].filter((id) => id !== null),
        links.map(({ rootId }) => rootId),
      );
      for (const { token, rootId } of links) {
        const below = within.get(rootId) ?? [];
        // The shared item itself may be called or look otherwise now.
        const own = changes.items.has(rootId) ? [...new Set([...below, rootId])] : below;
        if (own.length === 0) continue;
        const isEverything = own.length > containersAtMost;
        // Their pages look the folders up anew, by the gate: what else has changed is not theirs to know.
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
        hub.publish({ channel: shareChannel(token), event: 'files.changed', data, except: changes.origin });
      }
    },
    visitorOf: (guest, { socket }) => {
      const session = `${prefix}${guest.linkId}:${randomBytes(9).toString('base64url')}`;
      // Who has left already is not waited for.
      if (!socket.closed) {
        const leave = begin(guest);
        const unwatch = watchGuest(guest, () => hub.end([session], 'session ended'));
        socket.once('close', () => {
          unwatch();
          leave();
        });
      }
      return { userId: `${prefix}${guest.linkId}`, session };
    },
  };
};
