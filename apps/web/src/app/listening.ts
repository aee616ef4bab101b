import type { Config } from '@holdall/contract/settings';
import { isReachable } from '#features/realtime/reachable.ts';
import type { Realtime, RealtimeOptions } from '#features/realtime/realtime.ts';
import { getConfig } from '#shared/config/config.ts';
import { refreshConfig } from './config-live.ts';

/** Milliseconds until it is listened to again after the server has hung up: at first, and at the most. */
const firstPause = 1_000;
const longestPause = 60_000;

type Place = Pick<RealtimeOptions, 'broadcasting' | 'onMissed' | 'onHungUp' | 'onUnreached'>;

interface ListeningOptions {
  /** Connects to where the configuration says. */
  readonly open: (place: Place) => Realtime;
  /** The channel begins, or begins again, to tell. */
  readonly onMissed: () => void;
  /** Asks whether one may still listen. */
  readonly isLetIn: () => Promise<boolean>;
}

export interface Listening extends Realtime {
  /** The configuration may say otherwise now where to listen. */
  readonly follow: () => void;
}

const placeNow = (): Config['broadcasting'] => {
  const { broadcasting } = getConfig();
  return broadcasting && isReachable(broadcasting) ? broadcasting : null;
};

/**
 * Listens where the configuration says, and elsewhere once it says so; undefined where there is no realtime service. A
 * disconnected client listens again if it is admitted.
 */
export const listen = ({ open, onMissed, isLetIn }: ListeningOptions): Listening | undefined => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  let pause = firstPause;
  let place = placeNow();

  const begin = (broadcasting: NonNullable<Config['broadcasting']>): Realtime =>
    open({
      broadcasting,
      onMissed: () => {
        pause = firstPause;
        onMissed();
      },
      onHungUp: () => void listenAgain(),
      // A browser does not tell a refusal from a failure: a client whose session has ended finds out by asking.
      onUnreached: () => void isLetIn(),
    });
  const beginAnew = (): void => {
    realtime?.close();
    place = placeNow();
    realtime = place ? begin(place) : undefined;
  };
  const listenAgain = async (): Promise<void> => {
    // Another part of the page tells people that they are not admitted; without an answer the next focus helps.
    if (!(await isLetIn()) || isClosed) return;
    await refreshConfig().catch(() => undefined);
    clearTimeout(timer);
    if (isClosed) return;
    timer = setTimeout(beginAnew, pause);
    pause = Math.min(pause * 2, longestPause);
  };
  let realtime = place ? begin(place) : undefined;
  if (!realtime) return undefined;
  return {
    isConnected: () => realtime?.isConnected() ?? false,
    isOver: () => realtime?.isOver() ?? true,
    follow() {
      if (!isClosed && JSON.stringify(placeNow()) !== JSON.stringify(place)) beginAnew();
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      realtime?.close();
    },
  };
};
