import {
  applicationChannel,
  type ConfigChanged,
  type FilesChanged,
  realtimePath,
  userChannel,
} from '@holdall/contract/realtime';
import type { Config } from '@holdall/contract/settings';
import type { Db } from '#db/database.ts';
import type { AuthService } from '#features/auth/index.ts';
import { findLiveItems, presentItem, type ViewItems } from '#features/files/index.ts';
import type { SettingsService } from '#features/settings/index.ts';
import type { GuestActor, UserActor } from '#http/actor.ts';
import { AppError } from '#lib/app-error.ts';
import type { Events, FilesEvent } from '#ports/events.ts';
import type { RealtimeHub, Upgrade, Visitor } from '#ports/realtime.ts';
import {
  addChange,
  type Changes,
  containersToTell,
  isEverything,
  itemsToTell,
  noChanges,
  removedToTell,
} from './changes.rules.ts';
import { createGuestChannels, isGuestSession } from './guest-channels.service.ts';
import { mayGuestHear, mayHear } from './realtime.policy.ts';
import { appKeyOf, isSigned, lookEveryMs, type Permit, signPermit } from './realtime.rules.ts';

/** Milliseconds for which changes are gathered before pages are told: ten thousand uploads are no storm. */
const gatherFor = 100;

/** What a client says that wants to connect. */
export interface EntranceWish {
  readonly key: string;
  readonly protocol: string;
}
/** Lets a connection in. */
export type Entrance = (upgrade: Upgrade, visitor: Visitor, wish: EntranceWish) => void;

export interface RealtimeService {
  /** How pages reach the hub where realtime is on. */
  address(): Promise<NonNullable<Config['broadcasting']>>;
  /** Permits one connection of the actor's to join a channel. @throws channel.forbidden */
  authorize(actor: UserActor | GuestActor, permit: Permit): Promise<{ auth: string }>;
  /** The way in; undefined where realtime is off. */
  entrance(): Promise<Entrance | undefined>;
  /** The way in for guests: their connection ends with what lets them in. */
  guestEntrance(guest: GuestActor): Promise<((upgrade: Upgrade, wish: EntranceWish) => void) | undefined>;
  /** Ends all connections, in a way that makes their clients come back to whoever serves next. */
  close(): Promise<void>;
}

export interface RealtimeDeps {
  readonly db: Db;
  readonly settings: SettingsService;
  readonly auth: AuthService;
  readonly events: Events;
  readonly hub: RealtimeHub;
  readonly viewItems: ViewItems;
  /** Watches over a guest; `end` is called once they would not be let in any more. */
  readonly watchGuest: (guest: GuestActor, end: () => void) => () => void;
  /** Told of failures of work that no caller waits for. */
  readonly onError: (error: unknown) => void;
}

export const createRealtimeService = ({
  db,
  settings,
  auth,
  events,
  hub,
  viewItems,
  watchGuest,
  onError,
}: RealtimeDeps): RealtimeService => {
  let known: Promise<string> | undefined;
  const secret = async (): Promise<string> => {
    known ??= settings.secret('realtime');
    try {
      return await known;
    } catch (error) {
      known = undefined;
      throw error;
    }
  };
  const isOn = async (): Promise<boolean> => (await settings.current()).realtime;

  const guests = createGuestChannels({ db, hub, watchGuest });
  /** By owner and by the connection that has made the changes, which is not told of them. */
  const gathered = new Map<string, Changes>();
  const tell = async (changes: Changes): Promise<void> => {
    const { ownerId, origin, trash, favourites, tree, storage } = changes;
    const ids = itemsToTell(changes);
    const items = ids.length === 0 ? [] : await findLiveItems(db, { ownerId, ids });
    const view = await viewItems({ kind: 'user' }, items);
    const data: FilesChanged = {
      containers: containersToTell(changes),
      items: items.map((row) => presentItem(row, view).data),
      removed: removedToTell(changes),
      trash,
      favourites,
      tree,
      storage,
      ...(isEverything(changes) ? { everything: true } : {}),
    };
    hub.publish({ channel: userChannel(ownerId), event: 'files.changed', data, except: origin });
    await guests.tell(changes);
  };
  const gather = (event: FilesEvent): void => {
    // What nobody here listens to need not be looked up.
    if (!hub.hasListeners(userChannel(event.ownerId)) && !guests.has(event.ownerId)) return;
    const key = `${event.ownerId} ${event.origin ?? ''}`;
    const waiting = gathered.get(key);
    const changes = waiting ?? noChanges(event);
    addChange(changes, event);
    if (waiting !== undefined) return;
    gathered.set(key, changes);
    setTimeout(() => {
      gathered.delete(key);
      tell(changes).catch(onError);
    }, gatherFor).unref();
  };
  const changedAccounts = new Set<string>();
  /** A moment later, too: where a session was renewed, the answer that brings the new cookie goes first. */
  const tellAccount = (userId: string, origin: string | undefined): void => {
    const key = `${userId} ${origin ?? ''}`;
    if (changedAccounts.has(key)) return;
    changedAccounts.add(key);
    setTimeout(() => {
      changedAccounts.delete(key);
      hub.publish({ channel: userChannel(userId), event: 'account.changed', data: {}, except: origin });
    }, gatherFor).unref();
  };
  /** The settings' revision that connections were last told of; undefined: it is not known what they were told. */
  let told: number | undefined;
  const lookAtSettings = async (): Promise<void> => {
    const revision = await settings.revision();
    if (revision === told) return;
    told = revision;
    const data: ConfigChanged = { revision };
    hub.publish({ channel: applicationChannel, event: 'config.changed', data });
  };
  const unsubscribe = events.subscribe((event) => {
    if (event.kind === 'files') gather(event);
    else if (event.kind === 'session-ended') hub.end([event.session], 'session ended');
    else if (event.kind === 'session-renewed') hub.move(event.session, event.renewed);
    else if (event.kind === 'account-changed') tellAccount(event.userId, event.origin);
    else if (event.kind === 'settings-changed') lookAtSettings().catch(onError);
  });

  /** Sessions also end by time, by another node, or with the account. */
  const look = async (): Promise<void> => {
    const all = [...hub.sessions()];
    if (all.length === 0) return;
    // Another node may have changed them, and have switched realtime off by it.
    await lookAtSettings();
    if (!(await isOn())) {
      hub.end(all, 'switched off');
      return;
    }
    // Those of guests end with their links.
    const sessions = all.filter((session) => !isGuestSession(session));
    if (sessions.length === 0) return;
    const live = await auth.listLive(sessions);
    hub.end(
      sessions.filter((session) => !live.has(session)),
      'session ended',
    );
  };
  let looking = false;
  const looks = setInterval(() => {
    if (looking) return;
    looking = true;
    look()
      .catch(onError)
      .finally(() => {
        looking = false;
      });
  }, lookEveryMs).unref();

  return {
    address: async () => ({ key: appKeyOf(await secret()), path: realtimePath }),
    authorize: async (actor, permit) => {
      const { channel } = permit;
      const may = actor.kind === 'user' ? mayHear(actor.id, channel) : mayGuestHear(actor.token, channel);
      if (!may || !(await isOn())) throw new AppError('channel.forbidden');
      return { auth: signPermit(await secret(), permit) };
    },
    entrance: async () => {
      if (!(await isOn())) return undefined;
      const ownSecret = await secret();
      const ownKey = appKeyOf(ownSecret);
      return (upgrade, visitor, { key, protocol }) =>
        hub.accept(upgrade, visitor, {
          protocol,
          knowsKey: key === ownKey,
          mayJoin: ({ auth: proof, ...permit }) =>
            mayHear(visitor.userId, permit.channel) &&
            proof !== undefined &&
            isSigned(ownSecret, permit, proof),
        });
    },
    guestEntrance: async (guest) => {
      if (guest.via !== 'share' || !(await isOn())) return undefined;
      const ownSecret = await secret();
      const ownKey = appKeyOf(ownSecret);
      return (upgrade, { key, protocol }) =>
        hub.accept(upgrade, guests.visitorOf(guest, upgrade), {
          protocol,
          knowsKey: key === ownKey,
          mayJoin: ({ auth: proof, ...permit }) =>
            mayGuestHear(guest.token, permit.channel) &&
            proof !== undefined &&
            isSigned(ownSecret, permit, proof),
        });
    },
    close: async () => {
      clearInterval(looks);
      unsubscribe();
      await hub.close();
    },
  };
};
