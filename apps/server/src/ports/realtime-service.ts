import type { ChannelMessage } from '#ports/realtime.ts';

/** Address and credentials of a service that speaks the Pusher protocol. */
export interface ServicePlace {
  /** The host that pages connect to. */
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  /** Origin at which the server calls it. */
  readonly api: string;
  readonly appId: string;
  readonly key: string;
  readonly secret: string;
}

/** A client of a service that notifies pages of changes. Calls return at once and are sent in the background. */
export interface RealtimeServiceClient {
  /** Sends to all subscribers of a channel. */
  publish(message: ChannelMessage): void;
  /** Has it end the connections that have signed in as that. */
  end(user: string): void;
  /** Sends to the subscribers of all channels; `messagesFor` returns the messages for the existing channels. */
  tellAll(messagesFor: (channels: readonly string[]) => readonly ChannelMessage[]): void;
  /** Resolves when outstanding messages have been sent, or after a moment. */
  close(): Promise<void>;
}

export interface RealtimeServiceHooks {
  /** Returns the messages that tell pages, once the service answers again, that they missed some. */
  readonly missed: (channels: readonly string[]) => readonly ChannelMessage[];
  /** The service does not answer, or refuses; called once until it works again. */
  readonly onBroken: (error: unknown) => void;
}

export type OpenRealtimeServiceClient = (
  place: ServicePlace,
  hooks: RealtimeServiceHooks,
) => RealtimeServiceClient;

/** Reasons for which a service cannot be used, as far as they can be told apart. */
export type ServiceFailure =
  | 'unknown_host'
  | 'private_address'
  | 'unreachable'
  | 'timeout'
  | 'certificate'
  /** The other side does not speak this protocol. */
  | 'not_pusher'
  | 'app_id'
  | 'key'
  | 'secret'
  | 'forbidden'
  /** A message that was sent did not arrive. */
  | 'silent'
  /** It did not end a connection on request. */
  | 'endless'
  | 'failed';

/** The step at which a trial failed: connecting like a page, or calling the API. */
export type ServiceStep = 'call' | 'connect';

export type ServiceTrial =
  | { readonly works: true }
  | { readonly works: false; readonly step: ServiceStep; readonly reason: ServiceFailure };

/**
 * Tries a service: connects, joins a private channel, sends to it, receives that, and has the connection ended.
 * Never rejects.
 */
export type TryRealtimeService = (place: ServicePlace) => Promise<ServiceTrial>;
