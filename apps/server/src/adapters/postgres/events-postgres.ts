import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { createMemoryEvents } from '#adapters/events-memory.ts';
import { isForOthers, readEvent, writeEvent } from '#adapters/postgres/event-wire.ts';
import { openPostgresListener } from '#adapters/postgres/postgres-listener.ts';
import type { Events } from '#ports/events.ts';

/** Events that one statement sends. */
const sentAtOnce = 200;
/** Events that may wait to be sent: beyond this, other nodes are only told that they missed some. */
const mostWaiting = 10_000;

export interface PostgresEventsOptions {
  /** A connection of its own, not open yet, whose queries are given up after a while. */
  readonly createClient: () => pg.Client;
  /** A secret of the installation: messages without a proof of it are ignored. */
  readonly key: string;
  /** Receives a listener's error. */
  readonly onFailure: (error: unknown) => void;
  /** The connection to other nodes broke, or a reconnection failed; it is retried. */
  readonly onBroken: (error: unknown) => void;
}

/**
 * Delivers events between all nodes on one PostgreSQL: those of this process synchronously, those of others by
 * LISTEN and NOTIFY. A node that was disconnected tells its own listeners that events were missed, and the
 * other nodes where it could not send some.
 *
 * @throws where the database cannot be reached
 */
export const openPostgresEvents = async ({
  createClient,
  key,
  onFailure,
  onBroken,
}: PostgresEventsOptions): Promise<Events> => {
  const self = { from: randomBytes(9).toString('base64url'), key };
  const own = createMemoryEvents(onFailure);
  const missed = { kind: 'events-missed' } as const;
  let waiting: string[] = [];
  let sending: Promise<void> | undefined;
  /** True while other nodes have not been told that they missed events. */
  let hasUnsentNotice = false;

  const sendAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const texts = waiting.slice(0, sentAtOnce);
      waiting = waiting.slice(sentAtOnce);
      try {
        await channel.notify(texts);
      } catch {
        // The channel reports the failure, and its reconnection.
        hasUnsentNotice = true;
      }
    }
    // No await comes between this and the last look at the queue.
    sending = undefined;
  };
  const enqueue = (text: string): void => {
    if (waiting.length < mostWaiting) waiting.push(text);
    else waiting = [writeEvent(self, missed)];
    sending ??= sendAll();
  };
  const channel = await openPostgresListener({
    createClient,
    onMessage: (text) => {
      const received = readEvent(text, key);
      // A newer version may send kinds of events that this one does not know; nothing here listens to them.
      if (received?.event === undefined || received.from === self.from) return;
      own.deliver(received.event);
    },
    onReconnected: () => {
      if (hasUnsentNotice) enqueue(writeEvent(self, missed));
      hasUnsentNotice = false;
      own.deliver(missed);
    },
    onBroken,
  });

  return {
    publish: (event) => {
      own.publish(event);
      if (isForOthers(event)) enqueue(writeEvent(self, event));
    },
    subscribe: (listener) => own.subscribe(listener),
    close: async () => {
      await sending;
      await channel.close();
    },
  };
};
