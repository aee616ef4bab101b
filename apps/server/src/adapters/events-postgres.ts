import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { createMemoryEvents } from '#adapters/events-memory.ts';
import { isForOthers, readEvent, writeEvent } from '#adapters/event-wire.ts';
import { openPostgresListener } from '#adapters/postgres-listener.ts';
import type { Events } from '#ports/events.ts';

/** Events that one statement tells. */
const saidAtOnce = 200;
/** Events that wait to be told: where there are more, others only hear that they have missed something. */
const mostWaiting = 10_000;

export interface PostgresEventsOptions {
  /** A connection of its own, not open yet, whose queries are given up after a while. */
  readonly createClient: () => pg.Client;
  /** A secret of the installation: what does not prove to know it is not heard. */
  readonly key: string;
  /** Told of a listener's error. */
  readonly onFailure: (error: unknown) => void;
  /** The connection to other nodes broke, or could not be made anew; it is tried again. */
  readonly onBroken: (error: unknown) => void;
}

/**
 * Events of all nodes that use one PostgreSQL. Those of this process are delivered at once, those of others by
 * LISTEN and NOTIFY. Each node that was without its connection for a while tells its own listeners, and all others
 * where it could not tell them something, that events were missed.
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
  let saying: Promise<void> | undefined;
  /** Whether there is something that others have not been told. */
  let isUnsaid = false;

  const sayAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const texts = waiting.slice(0, saidAtOnce);
      waiting = waiting.slice(saidAtOnce);
      try {
        await line.say(texts);
      } catch {
        // The line says why, and when it is back.
        isUnsaid = true;
      }
    }
    // Nothing comes between this and the last look at what waits.
    saying = undefined;
  };
  const say = (text: string): void => {
    if (waiting.length < mostWaiting) waiting.push(text);
    else waiting = [writeEvent(self, missed)];
    saying ??= sayAll();
  };
  const line = await openPostgresListener({
    createClient,
    onText: (text) => {
      const heard = readEvent(text, key);
      // What a newer version tells that this one does not know, nobody here listens to.
      if (heard?.event === undefined || heard.from === self.from) return;
      own.hear(heard.event);
    },
    onBack: () => {
      if (isUnsaid) say(writeEvent(self, missed));
      isUnsaid = false;
      own.hear(missed);
    },
    onBroken,
  });

  return {
    publish: (event) => {
      own.publish(event);
      if (isForOthers(event)) say(writeEvent(self, event));
    },
    subscribe: (listener) => own.subscribe(listener),
    close: async () => {
      await saying;
      await line.close();
    },
  };
};
