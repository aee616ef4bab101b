import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** A request that wants its connection to become a WebSocket. */
export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** What the client has sent behind the request. */
  readonly head: Buffer;
}

/** Whose connection it is, and by which session: it ends with that. */
export interface Visitor {
  readonly userId: string;
  readonly session: string;
  /** Connections that are counted together with others, beside those of the same `userId`. */
  readonly bounds?: readonly ConnectionBound[];
}

/** At most so many connections of this process have the key. */
export interface ConnectionBound {
  readonly key: string;
  readonly most: number;
}

export interface ChannelMessage {
  readonly channel: string;
  readonly event: string;
  readonly data: unknown;
  /** Socket id of the connection that is not told. */
  readonly except?: string | undefined;
}

/** Whether a connection may join a channel. */
export type MayJoin = (request: {
  readonly socketId: string;
  readonly channel: string;
  /** What the client says that permits it. */
  readonly auth: string | undefined;
}) => boolean;

export interface ConnectionOptions {
  /** The version of the protocol that the client speaks, as it says. */
  readonly protocol: string;
  /** Whether the client knows this installation's key. */
  readonly knowsKey: boolean;
  readonly mayJoin: MayJoin;
}

/** Why connections are ended: whether their clients come back is told by it. */
export type Ending = 'session ended' | 'switched off' | 'restart';

/** The connections of this process. Other processes have hubs of their own, and are told by events. */
export interface RealtimeHub {
  /** Takes a connection over; one that it cannot serve is told why. */
  accept(upgrade: Upgrade, visitor: Visitor, options: ConnectionOptions): void;
  /** Sends to whoever has joined the channel. */
  publish(message: ChannelMessage): void;
  /** Whether anybody has joined the channel. */
  hasListeners(channel: string): boolean;
  /** The channels that anybody has joined. */
  channels(): readonly string[];
  /** Connections of this process. */
  size(): number;
  /** The sessions of all connections. */
  sessions(): ReadonlySet<string>;
  /** The connections of a session are those of another one now. */
  move(session: string, renewed: string): void;
  /** Ends the connections of these sessions. */
  end(sessions: Iterable<string>, ending: Ending): void;
  /** Ends all connections and accepts no more. Resolves when they have ended, within a few seconds. */
  close(): Promise<void>;
}
