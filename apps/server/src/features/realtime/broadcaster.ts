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
import { createKeyedQueue } from '#lib/keyed-queue.ts';
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

/** Milliseconds for which changes are gathered before pages are told: ten thousand uploads are no storm. */
const gatherFor = 100;

/** Channels that are told in one go where all are. */
const channelsAtOnce = 200;

/** Tells pages what has happened: those of this process by the hub, or all of them by a service. */
export interface Broadcaster {
  /** @param isOwn whether it happened in this process: a service is told by that alone, or it would be by each node */
  filesChanged(event: FilesEvent, isOwn: boolean): void;
  accountChanged(
    about: { readonly userId: string; readonly origin: string | undefined },
    isOwn: boolean,
  ): void;
  settingsChanged(isOwn: boolean): Promise<void>;
  /** Events of other nodes may not have come. Those that pages hear of by a service were told there all the same. */
  eventsMissed(): Promise<void>;
}

export interface BroadcasterDeps {
  readonly db: Db;
  readonly settings: SettingsService;
  readonly hub: RealtimeHub;
  readonly guests: GuestChannels;
  readonly transport: Transport;
  readonly viewItems: ViewItems;
  /** Does what no caller waits for. */
  readonly background: Background;
}

/** Whether a channel is of an account; others are of links. */
const isAccount = (channel: string): boolean => channel.startsWith(userChannel(''));

/** What whoever has joined a channel is told where nobody knows what has changed. */
const refetchMessagesOf = (channel: string): ChannelMessage[] => {
  const isOwn = isAccount(channel);
  const files: ChannelMessage = { channel, event: 'files.changed', data: allOver(isOwn) };
  return isOwn ? [files, { channel, event: 'account.changed', data: {} }] : [files];
};

/** What is told by a service to everybody who may have missed something; channels of other programs are left alone. */
export const refetchMessages = (channels: readonly string[]): ChannelMessage[] =>
  channels.flatMap((channel) => {
    if (channel === applicationChannel)
      return [{ channel, event: 'config.changed', data: { revision: 0 } satisfies ConfigChanged }];
    return isAccount(channel) || channel.startsWith(linkChannels) ? refetchMessagesOf(channel) : [];
  });

export const createBroadcaster = (deps: BroadcasterDeps): Broadcaster => {
  const { db, settings, hub, guests, transport, viewItems, background } = deps;
  /** By owner, by the connection that has made the changes, which is not told of them, and by where they happened. */
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
  /** Folders alone, no names: a service is somebody else's. */
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
    active.line.publish({ channel: userChannel(ownerId), event: 'files.changed', data, except: origin });
    for (const message of await guests.messagesOf(changes)) active.line.publish(message);
  };

  const changedAccounts = new Set<string>();
  /** The settings' revision that the hub's connections were last told of; undefined: it is not known what they were told. */
  let lastRevision: number | undefined;
  /** One after the other: a look that took long would tell anew of what they have heard of meanwhile. */
  const settingsChanged = (isOwn: boolean): Promise<void> =>
    enqueue('settings', async () => {
      const revision = await settings.revision();
      const active = await transport.active();
      const data: ConfigChanged = { revision };
      const message = { channel: applicationChannel, event: 'config.changed', data };
      if (isOwn && active.kind === 'service') active.line.publish(message);
      if (revision === lastRevision) return;
      lastRevision = revision;
      hub.publish(message);
    });

  return {
    filesChanged: (event, isOwn) => {
      const { ownerId, origin } = event;
      const isForHub = hub.hasListeners(userChannel(ownerId)) || guests.has(ownerId);
      const isForService = isOwn && transport.mayBeService();
      // What nobody listens to need not be looked up.
      if (!isForHub && !isForService) return;
      const key = `${ownerId} ${origin ?? ''} ${isForService}`;
      const waiting = gathered.get(key);
      const changes = waiting ?? noChanges(event);
      addChange(changes, event);
      if (waiting !== undefined) return;
      gathered.set(key, changes);
      // One after the other, as they happened; what is added while the one before takes its time goes along.
      const tell = (): Promise<void> =>
        enqueue(ownerId, async () => {
          gathered.delete(key);
          await publishToHub(changes);
          await guests.tell(changes);
          if (isForService) await publishToService(changes);
        });
      background.after(gatherFor, tell);
    },
    // A moment later, too: where a session was renewed, the answer that brings the new cookie goes first.
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
        if (active.kind === 'service') active.line.publish(message);
      };
      background.after(gatherFor, tell);
    },
    settingsChanged,
    // Not all at once, because each of them will ask.
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
