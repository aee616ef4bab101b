import type { Events } from '#ports/events.ts';
import type { SettingsService } from './settings.service.ts';

/** Where people reach the application: as the operator says, else as the settings do; a change counts at once. */
export interface PublicAddress {
  /** Its origin; undefined: nobody says it, and each request shows where it came. */
  readonly origin: () => string | undefined;
  /** Reads the settings anew. */
  refresh(): Promise<void>;
}

export interface PublicAddressDeps {
  readonly settings: Pick<SettingsService, 'current'>;
  readonly events: Events;
  /** What the operator says: it beats the settings. */
  readonly decided: string | undefined;
  readonly onError: (error: unknown) => void;
}

/** Every request needs it, so it is kept in memory; what other nodes change is read when they tell. */
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
    // An older reading that ends later knows less.
    if (read === reads) kept = url === '' ? undefined : url;
  };
  events.subscribe(({ kind }) => {
    if (kind === 'settings-changed' || kind === 'events-missed') refresh().catch(onError);
  });
  return { origin: () => decided ?? kept, refresh };
};
