import { contextOf, type Settings, type SettingsService } from '#features/settings/index.ts';
import type { ChannelMessage } from '#ports/realtime.ts';
import type {
  OpenRealtimeServiceClient,
  RealtimeServiceClient,
  ServicePlace,
} from '#ports/realtime-service.ts';
import { type Sealer, UnsealableError } from '#ports/sealer.ts';

/** Who tells pages of changes. */
export type ActiveTransport =
  | { readonly kind: 'none' }
  | { readonly kind: 'hub' }
  | { readonly kind: 'service'; readonly place: ServicePlace; readonly line: RealtimeServiceClient };

/** Which way it is now, on every node alike; the line to a service is opened and closed by that. */
export interface Transport {
  /** @param known the settings, of who has just asked for them */
  active(known?: Settings): Promise<ActiveTransport>;
  /** Whether it may be a service, as far as is known without asking. */
  mayBeService(): boolean;
  close(): Promise<void>;
}

export interface TransportDeps {
  readonly settings: SettingsService;
  readonly sealer: Sealer;
  readonly openLine: OpenRealtimeServiceClient;
  /** What pages are told that may have missed something, or are to connect elsewhere, by the channels that there are. */
  readonly refetchMessages: (channels: readonly string[]) => readonly ChannelMessage[];
  readonly onError: (error: unknown) => void;
}

/** Origin at which the server calls a service. */
export const apiOf = ({
  pusher_api: api,
  pusher_host: host,
  pusher_port: port,
  pusher_tls: tls,
}: Pick<Settings, 'pusher_api' | 'pusher_host' | 'pusher_port' | 'pusher_tls'>): string =>
  api === '' ? `${tls ? 'https' : 'http'}://${host}:${port}` : api;

export const createTransport = (deps: TransportDeps): Transport => {
  const { settings, sealer, openLine, refetchMessages, onError } = deps;
  let opened: { readonly name: string; readonly line: RealtimeServiceClient } | undefined;
  let last: ActiveTransport['kind'] | undefined;
  const leaving = new Set<Promise<void>>();

  /** Undefined where the secret was sealed with another key: as if realtime was off, so that pages still come up. */
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
  /** Pages that listen there are told to look: they find that they are to listen elsewhere. */
  const leave = (): void => {
    const line = opened?.line;
    opened = undefined;
    if (line === undefined) return;
    line.tellAll(refetchMessages);
    const left = line.close();
    leaving.add(left);
    void left.finally(() => leaving.delete(left));
  };
  const lineTo = (place: ServicePlace): RealtimeServiceClient => {
    const name = JSON.stringify(place);
    if (opened?.name === name) return opened.line;
    leave();
    const line = openLine(place, { missed: refetchMessages, onBroken: onError });
    opened = { name, line };
    return line;
  };

  return {
    active: async (known) => {
      const current = known ?? (await settings.current());
      const place = current.realtime && current.realtime_service === 'pusher' ? placeOf(current) : undefined;
      if (place !== undefined) {
        last = 'service';
        return { kind: 'service', place, line: lineTo(place) };
      }
      leave();
      last = current.realtime && current.realtime_service === 'built_in' ? 'hub' : 'none';
      return { kind: last };
    },
    mayBeService: () => last === undefined || last === 'service',
    close: async () => {
      await Promise.all([...leaving, opened?.line.close()]);
    },
  };
};
