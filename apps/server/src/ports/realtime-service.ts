import type { ChannelMessage } from '#ports/realtime.ts';

/** Where a service that speaks the Pusher protocol is, and by what it lets us in. */
export interface ServicePlace {
  /** Where pages connect. */
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  /** Origin at which the server calls it. */
  readonly api: string;
  readonly appId: string;
  readonly key: string;
  readonly secret: string;
}

/** A service that tells pages of changes, as this process talks to it. Nothing of it is waited for. */
export interface RealtimeServiceClient {
  /** Has it sent to whoever has joined the channel. */
  publish(message: ChannelMessage): void;
  /** Has it end the connections that have signed in as that. */
  end(user: string): void;
  /** Has it tell whoever has joined any channel; `messagesFor` says what, by the channels that there are. */
  tellAll(messagesFor: (channels: readonly string[]) => readonly ChannelMessage[]): void;
  /** Resolves when what was still to be said is said, or after a moment. */
  close(): Promise<void>;
}

export interface RealtimeServiceHooks {
  /** What pages are told once the service answers again, after something could not be said. */
  readonly missed: (channels: readonly string[]) => readonly ChannelMessage[];
  /** The service does not answer, or does not do what it is asked for; told once until it does. */
  readonly onBroken: (error: unknown) => void;
}

export type OpenRealtimeServiceClient = (
  place: ServicePlace,
  hooks: RealtimeServiceHooks,
) => RealtimeServiceClient;

/** Why a service cannot be used, as far as it can be told. */
export type ServiceFailure =
  | 'unknown_host'
  | 'private_address'
  | 'unreachable'
  | 'timeout'
  | 'certificate'
  /** What answers there speaks no such protocol. */
  | 'not_pusher'
  | 'app_id'
  | 'key'
  | 'secret'
  | 'forbidden'
  /** What was sent did not arrive. */
  | 'silent'
  /** It ends no connection when it is asked to. */
  | 'endless'
  | 'failed';

/** Where a trial failed: as pages connect, or as the server calls. */
export type ServiceStep = 'call' | 'connect';

export type ServiceTrial =
  | { readonly works: true }
  | { readonly works: false; readonly step: ServiceStep; readonly reason: ServiceFailure };

/** Connects, joins a private channel, sends to it, hears that, and has the connection ended. Never rejects. */
export type TryRealtimeService = (place: ServicePlace) => Promise<ServiceTrial>;
