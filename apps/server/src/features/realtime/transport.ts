import { contextOf, type Settings, type SettingsService } from '#features/settings/index.ts';
import type { ChannelMessage } from '#ports/realtime.ts';
import type {
  OpenRealtimeServiceClient,
  RealtimeServiceClient,
  ServicePlace,
} from '#ports/realtime-service.ts';
import { type Sealer, UnsealableError } from '#ports/sealer.ts';

/** The transport that messages to pages use now. */
export type ActiveTransport =
  | { readonly kind: 'none' }
  | { readonly kind: 'hub' }
  | { readonly kind: 'service'; readonly place: ServicePlace; readonly client: RealtimeServiceClient };

/** Selects the transport by the settings, alike on every node, and opens and closes the connection to a service. */
export interface Transport {
  /** @param known the settings, if the caller has just read them */
  active(known?: Settings): Promise<ActiveTransport>;
  /** Tells, without reading settings, whether a service may be in use. */
  mayBeService(): boolean;
  close(): Promise<void>;
}

export interface TransportDeps {
  readonly settings: SettingsService;
  readonly sealer: Sealer;
  readonly openClient: OpenRealtimeServiceClient;
  /** Returns messages for the given channels that make pages refetch, or reconnect elsewhere. */
  readonly refetchMessages: (channels: readonly string[]) => readonly ChannelMessage[];
  readonly onError: (error: unknown) => void;
}

/** Returns the origin of a service's API. */
export const apiOf = ({
  pusher_api: api,
  pusher_host: host,
  pusher_port: port,
  pusher_tls: tls,
}: Pick<Settings, 'pusher_api' | 'pusher_host' | 'pusher_port' | 'pusher_tls'>): string =>
  api === '' ? `${tls ? 'https' : 'http'}://${host}:${port}` : api;

export const createTransport = (deps: TransportDeps): Transport => {
  const { settings, sealer, openClient, refetchMessages, onError } = deps;
  let opened: { readonly name: string; readonly client: RealtimeServiceClient } | undefined;
  let last: ActiveTransport['kind'] | undefined;
  const leaving = new Set<Promise<void>>();

  /** Undefined if the secret was sealed by another key; realtime is then off, so that pages still load. */
  const placeOf = (current: Settings): ServicePlace | undefined => {
    try {
      return {
        host: current.pusher_host,
        port: current.pusher_port,
        tls: current.pusher_tls,
        api: apiOf(current),
        appId: current.pusher_app_id,
        key: current.pusher_key,
        secret: sealer.open(current.pusher_secret, contextOf('pusher_secret')),
      };
    } catch (error) {
      if (error instanceof UnsealableError) return undefined;
      throw error;
    }
  };
  /** Makes the pages of a service refetch, by which they find the new transport. */
  const leave = (): void => {
    const client = opened?.client;
    opened = undefined;
    if (client === undefined) return;
    client.tellAll(refetchMessages);
    const left = client.close();
    leaving.add(left);
    void left.finally(() => leaving.delete(left));
  };
  const clientFor = (place: ServicePlace): RealtimeServiceClient => {
    const name = JSON.stringify(place);
    if (opened?.name === name) return opened.client;
    leave();
    const client = openClient(place, { missed: refetchMessages, onBroken: onError });
    opened = { name, client };
    return client;
  };

  return {
    active: async (known) => {
      const current = known ?? (await settings.current());
      const place = current.realtime && current.realtime_service === 'pusher' ? placeOf(current) : undefined;
      if (place !== undefined) {
        last = 'service';
        return { kind: 'service', place, client: clientFor(place) };
      }
      leave();
      last = current.realtime && current.realtime_service === 'built_in' ? 'hub' : 'none';
      return { kind: last };
    },
    mayBeService: () => last === undefined || last === 'service',
    close: async () => {
      await Promise.all([...leaving, opened?.client.close()]);
    },
  };
};
