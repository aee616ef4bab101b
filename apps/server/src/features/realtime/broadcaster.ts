import { setTimeout as delay } from 'node:timers/promises';
import {
  applicationChannel,
  type ConfigChanged,
  type FilesChanged,
  userChannel,
} from '@holdall/contract/realtime';
import type { Db } from '#db/database.ts';
import { findLiveItems, presentItem, type ViewItems } from '#features/files/index.ts';
import type { SettingsService } from '#features/settings/index.ts';
import { createKeyedQueue } from '#lib/concurrency/keyed-queue.ts';
import { linkChannels } from '#lib/link-channel.ts';
import type { FilesEvent } from '#ports/events.ts';
import type { ChannelMessage, RealtimeHub } from '#ports/realtime.ts';
import {
  addChange,
  allOver,
  type Changes,
  containersToPublish,
  isEverything,
  itemsToPublish,
  noChanges,
  removedToPublish,
} from './changes.rules.ts';
import type { GuestChannels } from './guest-channels.ts';
import type { Transport } from './transport.ts';
import type { Background } from './background.ts';

/**
 * Milliseconds for which changes are coalesced before pages are told, so that ten thousand uploads are few
 * messages.
 */
const gatherFor = 100;

/** Channels that are told in one batch when all of them are. */
const channelsAtOnce = 200;

/** Broadcasts events to pages: to those of this process by the hub, or to all by a service. */
export interface Broadcaster {
  /** @param isOwn true if it happened in this process, which alone tells a service; otherwise each node would */
  filesChanged(event: FilesEvent, isOwn: boolean): void;
  accountChanged(
    about: { readonly userId: string; readonly origin: string | undefined },
    isOwn: boolean,
  ): void;
  settingsChanged(isOwn: boolean): Promise<void>;
  /** Tells pages to refetch, because events of other nodes may have been missed. A service was told by those nodes. */
  eventsMissed(): Promise<void>;
}

export interface BroadcasterDeps {
  readonly db: Db;
  readonly settings: SettingsService;
  readonly hub: RealtimeHub;
  readonly guests: GuestChannels;
  readonly transport: Transport;
  readonly viewItems: ViewItems;
  /** Runs work that no caller awaits. */
  readonly background: Background;
}

/** Tells whether a channel belongs to an account; others belong to links. */
const isAccount = (channel: string): boolean => channel.startsWith(userChannel(''));

/** Returns messages that make a channel's pages refetch, because the changes are unknown. */
const refetchMessagesOf = (channel: string): ChannelMessage[] => {
  const isOwn = isAccount(channel);
  const files: ChannelMessage = { channel, event: 'files.changed', data: allOver(isOwn) };
  return isOwn ? [files, { channel, event: 'account.changed', data: {} }] : [files];
};

/**
 * Returns messages for all channels of a service that may have missed events; channels of other programs are left
 * alone.
 */
export const refetchMessages = (channels: readonly string[]): ChannelMessage[] =>
  channels.flatMap((channel) => {
    if (channel === applicationChannel)
      return [{ channel, event: 'config.changed', data: { revision: 0 } satisfies ConfigChanged }];
    return isAccount(channel) || channel.startsWith(linkChannels) ? refetchMessagesOf(channel) : [];
  });

export const createBroadcaster = (deps: BroadcasterDeps): Broadcaster => {
  const { db, settings, hub, guests, transport, viewItems, background } = deps;
  /** By owner, by the connection that made the changes (which is not told), and by whether a service is told. */
  const gathered = new Map<string, Changes>();
  const enqueue = createKeyedQueue();

  const publishToHub = async (changes: Changes): Promise<void> => {
    const { ownerId, origin, trash, favourites, tree, storage } = changes;
    const channel = userChannel(ownerId);
    if (!hub.hasListeners(channel)) return;
    const ids = itemsToPublish(changes);
    const items = ids.length === 0 ? [] : await findLiveItems(db, { ownerId, ids });
    const view = await viewItems({ kind: 'user' }, items);
    const data: FilesChanged = {
      containers: containersToPublish(changes),
      items: items.map((row) => presentItem(row, view).data),
      removed: removedToPublish(changes),
      trash,
      favourites,
      tree,
      storage,
      ...(isEverything(changes) ? { everything: true } : {}),
    };
    hub.publish({ channel, event: 'files.changed', data, except: origin });
  };
  /** Publishes folders without names, because a service is a third party. */
  const publishToService = async (changes: Changes): Promise<void> => {
    const active = await transport.active();
    if (active.kind !== 'service') return;
    const { ownerId, origin, trash, favourites, tree, storage } = changes;
    const data: FilesChanged = {
      containers: containersToPublish(changes),
      items: [],
      removed: [],
      trash,
      favourites,
      tree,
      storage,
      ...(isEverything(changes) ? { everything: true } : {}),
    };
    active.client.publish({ channel: userChannel(ownerId), event: 'files.changed', data, except: origin });
    for (const message of await guests.messagesOf(changes)) active.client.publish(message);
  };

  const changedAccounts = new Set<string>();
  /** The settings' revision that the hub's connections were last told; undefined if unknown. */
  let lastRevision: number | undefined;
  /** Serialized, so that a slow read cannot announce an older revision again. */
  const settingsChanged = (isOwn: boolean): Promise<void> =>
    enqueue('settings', async () => {
      const revision = await settings.revision();
      const active = await transport.active();
      const data: ConfigChanged = { revision };
      const message = { channel: applicationChannel, event: 'config.changed', data };
      if (isOwn && active.kind === 'service') active.client.publish(message);
      if (revision === lastRevision) return;
      lastRevision = revision;
      hub.publish(message);
    });

  return {
    filesChanged: (event, isOwn) => {
      const { ownerId, origin } = event;
      const isForHub = hub.hasListeners(userChannel(ownerId)) || guests.has(ownerId);
      const isForService = isOwn && transport.mayBeService();
      // Without listeners nothing is looked up.
      if (!isForHub && !isForService) return;
      const key = `${ownerId} ${origin ?? ''} ${isForService}`;
      const waiting = gathered.get(key);
      const changes = waiting ?? noChanges(event);
      addChange(changes, event);
      if (waiting !== undefined) return;
      gathered.set(key, changes);
      // Serialized by owner, in the order of events; changes that are added while the previous batch is published
      // join this one.
      const tell = (): Promise<void> =>
        enqueue(ownerId, async () => {
          gathered.delete(key);
          await publishToHub(changes);
          await guests.tell(changes);
          if (isForService) await publishToService(changes);
        });
      background.after(gatherFor, tell);
    },
    // Delayed as well, so that the response with a renewed session's cookie arrives first.
    accountChanged: ({ userId, origin }, isOwn) => {
      const key = `${userId} ${origin ?? ''} ${isOwn}`;
      if (changedAccounts.has(key)) return;
      changedAccounts.add(key);
      const tell = async (): Promise<void> => {
        changedAccounts.delete(key);
        const message = { channel: userChannel(userId), event: 'account.changed', data: {}, except: origin };
        hub.publish(message);
        if (!isOwn || !transport.mayBeService()) return;
        const active = await transport.active();
        if (active.kind === 'service') active.client.publish(message);
      };
      background.after(gatherFor, tell);
    },
    settingsChanged,
    // In batches, because each page will send requests.
    eventsMissed: async () => {
      for (const [index, channel] of hub.channels().entries()) {
        if (channel === applicationChannel) continue;
        for (const message of refetchMessagesOf(channel)) hub.publish(message);
        if (index % channelsAtOnce === channelsAtOnce - 1) await delay(gatherFor, undefined, { ref: false });
      }
      await settingsChanged(false);
    },
  };
};
