import { type RawData, WebSocket } from 'ws';
import { createTokenBucket } from '#lib/concurrency/token-bucket.ts';
import type { MayJoin, Visitor } from '#ports/realtime.ts';
import {
  clientEventRefused,
  closeCodes,
  pong,
  readMessage,
  writeError,
  writeEvent,
} from '#adapters/pusher/pusher-protocol.ts';

/** Messages that a client may send: a burst at the beginning, then a few a second. */
const messageLimit = { burst: 30, perSecond: 5 } as const;
const maxChannels = 10;
/** Bytes that may be buffered for a client; a slower client is disconnected and fetches again after it reconnects. */
const maxWaiting = 1024 * 1024;
/** Seconds of silence after which a client pings the server. */
const activityTimeout = 120;

/** The text of a message, in any representation of `ws`. */
const textOf = (data: RawData): string => {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return Buffer.from(data as Buffer).toString('utf8');
};

export interface ConnectionOptions {
  readonly id: string;
  readonly visitor: Visitor;
  readonly mayJoin: MayJoin;
  readonly onJoin: (channel: string, connection: Connection) => void;
  readonly onLeave: (channel: string, connection: Connection) => void;
  readonly onClose: (connection: Connection) => void;
}

/** A client of the hub. */
export interface Connection {
  readonly id: string;
  readonly visitor: Visitor;
  /** Sends a message that is written already. */
  send(message: string): void;
  end(code: number, reason: string): void;
  /** Ends the connection where the client has answered nothing since the last probe. */
  probe(): void;
}

export const openConnection = (
  socket: WebSocket,
  { id, visitor, mayJoin, onJoin, onLeave, onClose }: ConnectionOptions,
): Connection => {
  const channels = new Set<string>();
  const limit = createTokenBucket(messageLimit.burst, messageLimit.perSecond);
  let isAlive = true;

  const connection: Connection = {
    id,
    visitor,
    send: (message) => {
      if (socket.readyState !== WebSocket.OPEN) return;
      if (socket.bufferedAmount > maxWaiting) socket.terminate();
      else socket.send(message);
    },
    end: (code, reason) => {
      if (socket.readyState !== WebSocket.OPEN) return;
      socket.send(writeError(reason, code));
      socket.close(code, reason);
    },
    probe: () => {
      if (!isAlive) {
        socket.terminate();
        return;
      }
      isAlive = false;
      socket.ping();
    },
  };
  const leave = (channel: string): void => {
    if (channels.delete(channel)) onLeave(channel, connection);
  };
  const subscribe = (channel: string, auth: string | undefined): void => {
    if (!mayJoin({ socketId: id, channel, auth })) {
      connection.send(writeError('You don’t have access to this channel.', closeCodes.unauthorized));
      return;
    }
    if (channels.size >= maxChannels && !channels.has(channel)) {
      connection.send(writeError('These are too many channels for one connection.'));
      return;
    }
    channels.add(channel);
    onJoin(channel, connection);
    connection.send(writeEvent('pusher_internal:subscription_succeeded', {}, channel));
  };
  const take = (text: string): void => {
    const message = readMessage(text);
    if (message === undefined) {
      connection.send(writeError('This is no message of the protocol.'));
      return;
    }
    const { event, data } = message;
    if (event === 'pusher:ping') connection.send(pong);
    else if (event === 'pusher:subscribe') subscribe(data?.channel ?? '', data?.auth);
    else if (event === 'pusher:unsubscribe') leave(data?.channel ?? '');
    else if (event.startsWith('client-'))
      connection.send(writeError('Clients send no events here.', clientEventRefused));
  };

  socket.on('message', (data: RawData, isBinary: boolean) => {
    isAlive = true;
    if (isBinary) connection.end(1003, 'Messages are text.');
    else if (limit.take(performance.now())) take(textOf(data));
    else connection.end(closeCodes.overCapacity, 'These are too many messages.');
  });
  socket.on('pong', () => {
    isAlive = true;
  });
  // A `close` event follows the error and handles it.
  socket.on('error', () => undefined);
  socket.on('close', () => {
    for (const channel of channels) leave(channel);
    onClose(connection);
  });
  connection.send(
    writeEvent('pusher:connection_established', { socket_id: id, activity_timeout: activityTimeout }),
  );
  return connection;
};
