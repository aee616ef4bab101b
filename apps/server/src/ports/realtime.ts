import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** A request that wants its connection to become a WebSocket. */
export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** Bytes that the client has sent after the request. */
  readonly head: Buffer;
}

/** The user of a connection and its session: the connection ends with the session. */
export interface Visitor {
  readonly userId: string;
  readonly session: string;
  /** Bounds that the connection shares with others, beside those of the same `userId`. */
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
  /** Socket id of the connection that is excluded. */
  readonly except?: string | undefined;
}

/** Decides whether a connection may join a channel. */
export type MayJoin = (request: {
  readonly socketId: string;
  readonly channel: string;
  /** The client's authorization. */
  readonly auth: string | undefined;
}) => boolean;

export interface ConnectionOptions {
  /** The protocol version of the client. */
  readonly protocol: string;
  /** True where the client knows this installation's key. */
  readonly knowsKey: boolean;
  readonly mayJoin: MayJoin;
}

/** The reason for which connections are ended; it decides whether clients reconnect. */
export type Ending = 'session ended' | 'switched off' | 'restart';

/** The connections of this process. Other processes have hubs of their own, and receive events. */
export interface RealtimeHub {
  /** Takes over a connection; a connection that is refused gets an error. */
  accept(upgrade: Upgrade, visitor: Visitor, options: ConnectionOptions): void;
  /** Sends to all subscribers of a channel. */
  publish(message: ChannelMessage): void;
  /** Tells whether a channel has subscribers. */
  hasListeners(channel: string): boolean;
  /** Returns the channels with subscribers. */
  channels(): readonly string[];
  /** Connections of this process. */
  size(): number;
  /** The sessions of all connections. */
  sessions(): ReadonlySet<string>;
  /** Moves the connections of a session to its new key. */
  move(session: string, renewed: string): void;
  /** Ends the connections of these sessions. */
  end(sessions: Iterable<string>, ending: Ending): void;
  /** Ends all connections and accepts no more. Resolves when they have ended, within a few seconds. */
  close(): Promise<void>;
}
