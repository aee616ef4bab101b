import type { Events } from '#ports/events.ts';
import type { SettingsService } from './settings.service.ts';

/** The public address of the application: the operator's, or that of the settings. A change applies at once. */
export interface PublicAddress {
  /** Returns its origin; undefined if none is set, and each request uses its own host. */
  readonly origin: () => string | undefined;
  /** Reads the settings again. */
  refresh(): Promise<void>;
}

export interface PublicAddressDeps {
  readonly settings: Pick<SettingsService, 'current'>;
  readonly events: Events;
  /** The operator's address, which takes precedence over the settings. */
  readonly decided: string | undefined;
  readonly onError: (error: unknown) => void;
}

/** Every request needs it, so it is cached, and read again when other nodes announce a change. */
export const createPublicAddress = ({
  settings,
  events,
  decided,
  onError,
}: PublicAddressDeps): PublicAddress => {
  let kept: string | undefined;
  let reads = 0;
  const refresh = async (): Promise<void> => {
    reads += 1;
    const read = reads;
    const { url } = await settings.current();
    // A later read supersedes this one.
    if (read === reads) kept = url === '' ? undefined : url;
  };
  events.subscribe(({ kind }) => {
    if (kind === 'settings-changed' || kind === 'events-missed') refresh().catch(onError);
  });
  return { origin: () => decided ?? kept, refresh };
};
