import { setTimeout as delay } from 'node:timers/promises';
import { createPusherApi, mostAtOnce, type PusherApi } from '#adapters/pusher/pusher-api.ts';
import { createPusherDisconnects } from '#adapters/pusher/pusher-disconnects.ts';
import type { Outbound } from '#ports/outbound.ts';
import type { ChannelMessage } from '#ports/realtime.ts';
import type {
  RealtimeServiceHooks,
  OpenRealtimeServiceClient,
  RealtimeServiceClient,
} from '#ports/realtime-service.ts';

/** Messages that may wait to be sent, some kB each; beyond this, all clients are told to refetch everything. */
const mostWaiting = 1_000;
/** Milliseconds until a failed service is retried: the first back-off, and the longest. */
const pauses = { first: 1_000, longest: 60_000 };
/** Milliseconds for outstanding messages when the client closes. */
const closeTimeout = 2_000;

type Work = (channels: readonly string[]) => readonly ChannelMessage[];

/** Each message is built when it is sent: there may be as many channels as the service has connections. */
function* messagesOf(
  works: ReadonlySet<Work>,
  channels: readonly string[],
): Generator<ChannelMessage, undefined> {
  for (const work of works) for (const channel of channels) yield* work([channel]);
  return undefined;
}

/**
 * Sends messages to a service one call after the other. Messages that fail are dropped, and all clients are
 * told to refetch once the service answers again. Connections are ended independently of this.
 */
export const createPusherHttpClient = (
  api: PusherApi,
  { missed, onBroken }: RealtimeServiceHooks,
  { first, longest } = pauses,
): RealtimeServiceClient => {
  let waiting: ChannelMessage[] = [];
  let broadcasts = new Set<Work>();
  /** Messages being sent to all channels; they do not count as waiting, or the broadcast would never end. */
  let toAll: Iterator<ChannelMessage, undefined> | undefined;
  let isBehind = false;
  let pause = first;
  let running: Promise<void> | undefined;
  const closing = new AbortController();

  const disconnects = createPusherDisconnects({
    api,
    onBroken,
    pauses: { first, longest },
    signal: closing.signal,
  });

  const isDone = (): boolean =>
    waiting.length === 0 && broadcasts.size === 0 && toAll === undefined && !isBehind;
  /** The next messages to everybody; none where that has ended. */
  const takeToAll = (): ChannelMessage[] => {
    const batch: ChannelMessage[] = [];
    while (toAll !== undefined && batch.length < mostAtOnce) {
      const next = toAll.next();
      if (next.done === true) toAll = undefined;
      else batch.push(next.value);
    }
    return batch;
  };

  /** True after `onBroken` was called for the current failure. */
  let isReported = false;
  const markHealthy = (): void => {
    pause = first;
    isReported = false;
  };
  const sendNext = async (): Promise<void> => {
    if (toAll === undefined && (isBehind || broadcasts.size > 0)) {
      const channels = await api.channels();
      toAll = messagesOf(new Set([...broadcasts, ...(isBehind ? [missed] : [])]), channels);
      isBehind = false;
      broadcasts = new Set();
    }
    const toEverybody = takeToAll();
    const batch = toEverybody.length > 0 ? toEverybody : waiting.splice(0, mostAtOnce);
    if (batch.length === 0) return;
    await api.send(batch);
    markHealthy();
  };
  const sendAll = async (): Promise<void> => {
    while (!isDone() && !closing.signal.aborted) {
      try {
        await sendNext();
      } catch (error) {
        waiting = [];
        toAll = undefined;
        isBehind = true;
        if (!isReported && !closing.signal.aborted) onBroken(error);
        isReported = true;
        await delay(pause, undefined, { ref: false, signal: closing.signal }).catch(() => undefined);
        pause = Math.min(pause * 2, longest);
      }
    }
    markHealthy();
    // No await comes between this and the last look at the queue.
    running = undefined;
  };
  const send = (): void => {
    if (!closing.signal.aborted) running ??= sendAll();
  };

  return {
    publish: (message) => {
      // While the client is behind, everything is announced later at once.
      if (isBehind || closing.signal.aborted) return;
      waiting.push(message);
      if (waiting.length > mostWaiting) {
        waiting = [];
        isBehind = true;
      }
      send();
    },
    end: (user) => disconnects.end(user),
    tellAll: (messagesFor) => {
      broadcasts.add(messagesFor);
      send();
    },
    close: async () => {
      const patience = new AbortController();
      await Promise.race([
        Promise.all([running, disconnects.tried()]),
        delay(closeTimeout, undefined, { signal: patience.signal }).catch(() => undefined),
      ]);
      patience.abort();
      closing.abort();
      api.close();
    },
  };
};

/** Lines to Pusher-compatible services, through the one door to the outside. */
export const createPusherHttpClientOpener =
  (outbound: Outbound): OpenRealtimeServiceClient =>
  (place, hooks) =>
    createPusherHttpClient(createPusherApi(place, outbound), hooks);
