import { once } from 'node:events';
import type { FilesChanged } from '@holdall/contract/realtime';
import { WebSocket } from 'ws';

interface Message {
  readonly event: string;
  readonly channel?: string;
  readonly data: unknown;
}

/** A client of the hub that says exactly what a test wants it to say. */
export interface RealtimeClient {
  readonly socket: WebSocket;
  readonly socketId: string;
  /** Everything that came, oldest first. */
  readonly messages: readonly Message[];
  say(event: string, data?: unknown): void;
  /** Resolves with the next unread message of these events. */
  next(...events: string[]): Promise<Message>;
  /** Resolves once everything that was said before has been answered, and what was sent before has come. */
  settled(): Promise<void>;
  /** The changes that came so far. */
  changes(): FilesChanged[];
  /** Resolves with the code that the connection was closed with. */
  readonly closed: Promise<number>;
}

/** `data` is JSON inside JSON where the protocol has it so. */
const read = (text: string): Message => {
  const message = JSON.parse(text) as Message;
  return typeof message.data === 'string'
    ? { ...message, data: JSON.parse(message.data) as unknown }
    : message;
};

/**
 * Opens a connection and waits until the hub has greeted it.
 *
 * @throws where the upgrade is refused, with the status in the message
 */
export const connectRealtime = async (
  address: string,
  headers: Record<string, string>,
): Promise<RealtimeClient> => {
  const socket = new WebSocket(address, { headers });
  const messages: Message[] = [];
  const unread: Message[] = [];
  const waiting = new Set<() => void>();
  socket.on('message', (data: Buffer) => {
    const message = read(data.toString());
    messages.push(message);
    unread.push(message);
    for (const look of waiting) look();
  });
  const closed = new Promise<number>((resolve) => {
    socket.once('close', (code) => resolve(code));
  });
  await once(socket, 'open');
  socket.on('error', () => undefined);
  const next = (...events: string[]): Promise<Message> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const index = unread.findIndex(({ event }) => events.includes(event));
        const [found] = index < 0 ? [] : unread.splice(index, 1);
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      void closed.then((code) => reject(new Error(`closed with ${code} before ${events.join(', ')}`)));
      look();
    });
  const say = (event: string, data: unknown = {}): void => socket.send(JSON.stringify({ event, data }));
  const greeting = await next('pusher:connection_established', 'pusher:error');
  return {
    socket,
    socketId: (greeting.data as { socket_id?: string }).socket_id ?? '',
    messages,
    say,
    next,
    settled: async () => {
      say('pusher:ping');
      await next('pusher:pong');
    },
    changes: () =>
      messages.flatMap(({ event, data }) => (event === 'files.changed' ? [data as FilesChanged] : [])),
    closed,
  };
};
