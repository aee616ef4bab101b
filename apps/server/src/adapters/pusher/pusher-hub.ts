import { randomInt } from 'node:crypto';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Connection, openConnection } from '#adapters/pusher/pusher-connection.ts';
import { closeCodes, protocolVersion, writeError, writeEvent } from '#adapters/pusher/pusher-protocol.ts';
import type { ConnectionOptions, Ending, RealtimeHub, Visitor } from '#ports/realtime.ts';

/** Bytes of a client's message: the protocol's own are far smaller. */
const maxMessage = 8 * 1024;
/** Milliseconds for the closing handshake. */
const closeTimeout = 2_000;

export interface HubOptions {
  readonly maxConnections?: number;
  readonly maxConnectionsPerUser?: number;
  /** Milliseconds between two probes of the clients; less than the idle timeout of usual proxies. */
  readonly probeEvery?: number;
}

const endings: Readonly<Record<Ending, readonly [code: number, reason: string]>> = {
  'session ended': [closeCodes.unauthorized, 'The session has ended.'],
  'switched off': [closeCodes.switchedOff, 'Realtime has been switched off.'],
  restart: [closeCodes.comeBack, 'The server restarts.'],
};

/** A set for each key; keys without members are forgotten. */
const createGroups = <T>() => {
  const groups = new Map<string, Set<T>>();
  return {
    groups,
    add: (key: string, member: T): void => {
      const group = groups.get(key) ?? new Set<T>();
      groups.set(key, group.add(member));
    },
    remove: (key: string, member: T): void => {
      const group = groups.get(key);
      group?.delete(member);
      if (group?.size === 0) groups.delete(key);
    },
    of: (key: string): ReadonlySet<T> => groups.get(key) ?? new Set<T>(),
  };
};

/** Creates a hub that speaks the Pusher protocol; `pusher-js` is its client. */
export const createPusherHub = ({
  maxConnections = 10_000,
  maxConnectionsPerUser = 40,
  probeEvery = 45_000,
}: HubOptions = {}): RealtimeHub => {
  const options = {
    noServer: true,
    clientTracking: false,
    // Compressing costs some 300 KiB a connection, and the messages are short.
    perMessageDeflate: false,
    maxPayload: maxMessage,
    maxFragments: 16,
    maxBufferedChunks: 64,
    closeTimeout,
  };
  const server = new WebSocketServer(options);
  /** With the session that each ends with. */
  const connections = new Map<Connection, string>();
  const byChannel = createGroups<Connection>();
  const bySession = createGroups<Connection>();
  /** Connections by the bounds that they count against. */
  const byBound = createGroups<Connection>();
  const boundsOf = ({ userId, bounds = [] }: Visitor) => [
    { key: userId, most: maxConnectionsPerUser },
    ...bounds,
  ];
  let closing: (() => void) | undefined;
  let isClosed = false;

  const probes = setInterval(() => {
    for (const connection of connections.keys()) connection.probe();
  }, probeEvery).unref();

  const refusalOf = (
    visitor: Visitor,
    { knowsKey, protocol }: ConnectionOptions,
  ): readonly [code: number, reason: string] | undefined => {
    if (isClosed) return endings.restart;
    if (!knowsKey) return [closeCodes.unknownApp, 'There is no such app.'];
    if (protocol !== protocolVersion)
      return [
        closeCodes.unsupportedProtocol,
        `Only version ${protocolVersion} of the protocol is spoken here.`,
      ];
    if (connections.size >= maxConnections)
      return [closeCodes.overCapacity, 'These are too many connections.'];
    if (boundsOf(visitor).some(({ key, most }) => byBound.of(key).size >= most))
      return [closeCodes.tooManyConnections, 'These are too many connections of one person.'];
    return undefined;
  };
  const refuse = (socket: WebSocket, [code, reason]: readonly [number, string]): void => {
    socket.on('error', () => undefined);
    socket.send(writeError(reason, code));
    socket.close(code, reason);
  };

  return {
    accept: ({ request, socket: stream, head }, visitor, options) => {
      const open = (socket: WebSocket): void => {
        const refusal = refusalOf(visitor, options);
        if (refusal !== undefined) {
          refuse(socket, refusal);
          return;
        }
        const connection = openConnection(socket, {
          id: `${randomInt(2 ** 47)}.${randomInt(2 ** 47)}`,
          visitor,
          mayJoin: options.mayJoin,
          onJoin: byChannel.add,
          onLeave: byChannel.remove,
          onClose: (gone) => {
            bySession.remove(connections.get(gone) ?? '', gone);
            connections.delete(gone);
            for (const { key } of boundsOf(visitor)) byBound.remove(key, gone);
            if (connections.size === 0) closing?.();
          },
        });
        connections.set(connection, visitor.session);
        bySession.add(visitor.session, connection);
        for (const { key } of boundsOf(visitor)) byBound.add(key, connection);
      };
      server.handleUpgrade(request, stream, head, open);
    },
    publish: ({ channel, event, data, except }) => {
      const listeners = byChannel.of(channel);
      if (listeners.size === 0) return;
      const message = writeEvent(event, data, channel);
      for (const listener of listeners) if (listener.id !== except) listener.send(message);
    },
    hasListeners: (channel) => byChannel.of(channel).size > 0,
    channels: () => [...byChannel.groups.keys()],
    size: () => connections.size,
    sessions: () => new Set(bySession.groups.keys()),
    move: (session, renewed) => {
      for (const connection of bySession.of(session)) {
        bySession.remove(session, connection);
        bySession.add(renewed, connection);
        connections.set(connection, renewed);
      }
    },
    end: (sessions, ending) => {
      const [code, reason] = endings[ending];
      for (const session of sessions)
        for (const connection of bySession.of(session)) connection.end(code, reason);
    },
    close: async () => {
      isClosed = true;
      clearInterval(probes);
      if (connections.size === 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      closing = resolve;
      const [code, reason] = endings.restart;
      for (const connection of connections.keys()) connection.end(code, reason);
      const patience = setTimeout(resolve, closeTimeout + 500);
      await promise;
      clearTimeout(patience);
    },
  };
};
