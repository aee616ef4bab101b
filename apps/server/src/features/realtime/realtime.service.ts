import { realtimePath } from '@holdall/contract/realtime';
import type { Config } from '@holdall/contract/settings';
import type { Db } from '#db/database.ts';
import type { AuthService } from '#features/auth/index.ts';
import type { ViewItems } from '#features/files/index.ts';
import type { Settings, SettingsService } from '#features/settings/index.ts';
import type { GuestActor, UserActor } from '#lib/actor.ts';
import { AppError } from '#lib/app-error.ts';
import { linkChannel } from '#lib/link-channel.ts';
import { type Permit, signPermit, signUser } from '#lib/pusher-signature.ts';
import type { Clock } from '#ports/clock.ts';
import type { Events } from '#ports/events.ts';
import type { RealtimeHub, Upgrade, Visitor } from '#ports/realtime.ts';
import type { OpenRealtimeServiceClient } from '#ports/realtime-service.ts';
import type { Sealer } from '#ports/sealer.ts';
import { createGuestChannels, isGuestSession } from './guest-channels.ts';
import { createTransport } from './transport.ts';
import { mayGuestHear, mayHear } from './realtime.policy.ts';
import { appKeyOf, connectionOwner, identityOf, isSigned, checkEveryMs } from './realtime.rules.ts';
import { createBackground } from './background.ts';
import { createBroadcaster, refetchMessages } from './broadcaster.ts';

/** The parameters of a client's connection. */
export interface ConnectionRequest {
  readonly key: string;
  readonly protocol: string;
}
/** Accepts a connection. */
export type AcceptConnection = (upgrade: Upgrade, visitor: Visitor, request: ConnectionRequest) => void;

/** The response to an authorization request of the protocol. */
export interface Authorization {
  readonly auth: string;
  /** The sign-in of the connection at a service, by which it can be ended there. */
  readonly user?: { readonly auth: string; readonly user_data: string };
}

export interface RealtimeService {
  /** Returns how pages connect; null if realtime is off. @param known the settings, if the caller has just read them */
  address(known?: Settings): Promise<Config['broadcasting']>;
  /** Authorizes one connection of the actor's to join a channel, under its name there. @throws channel.forbidden */
  authorize(actor: UserActor | GuestActor, permit: Permit): Promise<Authorization>;
  /** Returns the hub's function to accept connections; undefined if realtime is off, or a service is used. */
  acceptor(): Promise<AcceptConnection | undefined>;
  /** Returns the hub's function to accept connections for guests, whose connections end with their links. */
  guestAcceptor(
    guest: GuestActor,
  ): Promise<((upgrade: Upgrade, request: ConnectionRequest) => void) | undefined>;
  /**
   * Ends all connections so that their clients reconnect to the next server. A service is still told about requests
   * in progress.
   */
  leave(): Promise<void>;
  /** Ends connections, sends the pending messages to a service, and stops. */
  close(): Promise<void>;
}

export interface RealtimeDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly settings: SettingsService;
  readonly sealer: Sealer;
  readonly openRealtimeServiceClient: OpenRealtimeServiceClient;
  readonly auth: AuthService;
  readonly events: Events;
  readonly hub: RealtimeHub;
  readonly viewItems: ViewItems;
  /** Watches a guest; `end` is called once they would not be let in any more. */
  readonly watchGuest: (guest: GuestActor, end: () => void) => () => void;
  /** Receives failures of work that no caller awaits. */
  readonly onError: (error: unknown) => void;
}

/** Milliseconds until connections of a session with a renewed token have to reconnect. */
const renewedAfterMs = 2_000;

/** Returns the owner that a connection to a service ends with. */
const ownerOf = (actor: UserActor | GuestActor): string | undefined => {
  if (actor.kind === 'guest') return connectionOwner({ linkId: actor.linkId });
  return actor.session === undefined ? undefined : connectionOwner({ session: actor.session });
};

export const createRealtimeService = (deps: RealtimeDeps): RealtimeService => {
  const { db, clock, settings, sealer, auth, events, hub, viewItems, watchGuest, onError } = deps;
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
  const transport = createTransport({
    settings,
    sealer,
    openClient: deps.openRealtimeServiceClient,
    refetchMessages,
    onError,
  });
  const isByHub = async (): Promise<boolean> => (await transport.active()).kind === 'hub';
  const guests = createGuestChannels({ db, clock, hub, watchGuest });
  const background = createBackground(onError);
  const broadcaster = createBroadcaster({ db, settings, hub, guests, transport, viewItems, background });

  /** Makes a service end the connections of a session or a link. */
  const endAt = (of: Parameters<typeof connectionOwner>[0], ms = 0): void => {
    if (!transport.mayBeService()) return;
    background.after(ms, async () => {
      const active = await transport.active();
      if (active.kind === 'service') active.client.end(connectionOwner(of));
    });
  };
  /** Makes a service end the connections of all accounts, or of one, that lack a required second factor. */
  const endWithoutFactor = async (userId?: string): Promise<void> => {
    if (!transport.mayBeService()) return;
    const active = await transport.active();
    if (active.kind !== 'service' || (await settings.current()).two_factor_required === 'nobody') return;
    for (const session of await auth.sessions.listWithoutFactor(userId))
      active.client.end(connectionOwner({ session }));
  };
  /** The rule for second factors by which a service's connections were last ended; undefined if unknown. */
  let factorRule: string | undefined;
  const ofSettings = async (isOwn: boolean): Promise<void> => {
    await broadcaster.settingsChanged(isOwn);
    const { two_factor_required: rule } = await settings.current();
    const isAnother = rule !== factorRule;
    factorRule = rule;
    if (isOwn && isAnother) await endWithoutFactor();
    // A new rule for second factors ends connections of the hub as well.
    await endStaleConnections();
  };
  const unsubscribe = events.subscribe((event, isOwn) => {
    if (event.kind === 'files') broadcaster.filesChanged(event, isOwn);
    else if (event.kind === 'events-missed') {
      factorRule = undefined;
      background.after(0, () => broadcaster.eventsMissed());
    } else if (event.kind === 'account-changed') {
      broadcaster.accountChanged(event, isOwn);
      if (isOwn) background.after(0, () => endWithoutFactor(event.userId));
    } else if (event.kind === 'settings-changed') background.after(0, () => ofSettings(isOwn));
    else if (event.kind === 'session-ended') hub.end([event.session], 'session ended');
    else if (event.kind === 'session-renewed') hub.move(event.session, event.renewed);
    if (!isOwn) return;
    // Clients that are still let in reconnect at once: with the new session, or with the link's present rights.
    if (event.kind === 'session-ended') endAt({ session: event.session });
    // Delayed, so that the response with the new cookie arrives first: the page reconnects with it.
    else if (event.kind === 'session-renewed') endAt({ session: event.session }, renewedAfterMs);
    else if (event.kind === 'link-changed') endAt({ linkId: event.linkId });
  });

  /** Ends connections of sessions that expired, or ended on another node or with the account. */
  const endStaleConnections = async (): Promise<void> => {
    const all = [...hub.sessions()];
    if (all.length === 0) return;
    // Another node may have changed the settings, and switched realtime off; its event may have been lost.
    await broadcaster.settingsChanged(false);
    if (!(await isByHub())) {
      hub.end(all, 'switched off');
      return;
    }
    // Connections of guests end with their links.
    const sessions = all.filter((session) => !isGuestSession(session));
    if (sessions.length === 0) return;
    const live = await auth.listLive(sessions);
    hub.end(
      sessions.filter((session) => !live.has(session)),
      'session ended',
    );
  };
  let checking = false;
  const checks = setInterval(() => {
    if (checking) return;
    checking = true;
    endStaleConnections()
      .catch(onError)
      .finally(() => {
        checking = false;
      });
  }, checkEveryMs).unref();

  let leaving: Promise<void> | undefined;
  const leave = (): Promise<void> => {
    clearInterval(checks);
    leaving ??= hub.close();
    return leaving;
  };
  return {
    address: async (known) => {
      const active = await transport.active(known);
      if (active.kind === 'none') return null;
      if (active.kind === 'hub') return { key: appKeyOf(await secret()), path: realtimePath, service: null };
      const { key, host, port, tls } = active.place;
      return { key, path: '', service: { host, port, tls } };
    },
    authorize: async (actor, permit) => {
      const { channel, socketId } = permit;
      const may = actor.kind === 'user' ? mayHear(actor.id, channel) : mayGuestHear(actor.token, channel);
      const active = await transport.active();
      if (!may || active.kind === 'none') throw new AppError('channel.forbidden');
      if (active.kind === 'hub') return { auth: signPermit(identityOf(await secret()), permit) };
      const owner = ownerOf(actor);
      // A connection that cannot be ended is refused: an access token has no session.
      if (owner === undefined) throw new AppError('channel.forbidden');
      // A third party must not see a link's token, so its channel has another name there.
      const named = actor.kind === 'guest' ? linkChannel(actor.token) : channel;
      const auth = signPermit(active.place, { socketId, channel: named });
      return { auth, user: signUser(active.place, socketId, owner) };
    },
    acceptor: async () => {
      if (!(await isByHub())) return undefined;
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
    guestAcceptor: async (guest) => {
      if (guest.via !== 'share' || !(await isByHub())) return undefined;
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
    leave,
    close: async () => {
      unsubscribe();
      await Promise.all([leave(), background.settled()]);
      await transport.close();
    },
  };
};
