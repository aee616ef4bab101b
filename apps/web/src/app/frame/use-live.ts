import { useEffect } from 'react';
import type { Realtime } from '#features/realtime/realtime.ts';
import { whileStaying } from '#shared/api/last-call.ts';
import { whenSettled } from '../preload.ts';

/** Milliseconds between two refreshes by focus at the least: windows get it in bursts. */
const refreshPause = 2000;

interface Live {
  /** Listens; undefined where the server has realtime switched off. */
  readonly connect: (id: string) => Realtime | undefined;
  /** Refetches the visible data: any of it may have changed. */
  readonly refresh: () => unknown;
}

/**
 * Keeps the page up to date with what happens elsewhere: by the realtime connection, and where there is none whenever
 * the window gets the focus.
 *
 * @param id of whom, or what, is listened to
 */
export const useLive = (id: string, load: () => Promise<Live>): void =>
  useEffect(() => {
    let realtime: Realtime | undefined;
    let isOver = false;
    let refreshedAt = performance.now();

    const start = (connect: Live['connect']): void => {
      if (isOver || realtime?.isOver() === false) return;
      realtime?.close();
      realtime = connect(id);
    };
    // It improves the page; without it the page still works, and the next focus tries again.
    const withLive = (act: (live: Live) => void): void =>
      void load().then(
        async (live) => {
          // While it is being signed out nothing begins that the end would refuse.
          await whileStaying();
          act(live);
        },
        () => undefined,
      );
    const stopWaiting = whenSettled(() => withLive(({ connect }) => start(connect)));
    const onFocus = (): void => {
      if (document.visibilityState === 'hidden' || realtime?.isConnected() === true) return;
      if (performance.now() - refreshedAt < refreshPause) return;
      refreshedAt = performance.now();
      withLive(({ refresh, connect }) => {
        refresh();
        // It may have been switched on since.
        start(connect);
      });
    };
    addEventListener('focus', onFocus);
    document.addEventListener('visibilitychange', onFocus);
    return () => {
      isOver = true;
      stopWaiting();
      removeEventListener('focus', onFocus);
      document.removeEventListener('visibilitychange', onFocus);
      realtime?.close();
    };
  }, [id, load]);
