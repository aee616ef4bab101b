import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Realtime } from '#features/realtime/realtime.ts';
import { userQuery } from '#shared/session/session.ts';
import { whenSettled } from '../preload.ts';

/** Milliseconds between two refreshes by focus at the least: windows get it in bursts. */
const refreshPause = 2000;

/**
 * Keeps the page up to date with what other tabs, devices and people do: by the realtime connection, and
 * where there is none whenever the window gets the focus.
 */
export const Live = () => {
  const userId = useSuspenseQuery(userQuery).data.data.id;
  useEffect(() => {
    let realtime: Realtime | undefined;
    let isOver = false;
    let refreshedAt = performance.now();
    const load = () => import('../live.ts');

    const start = (connect: (userId: string) => Realtime | undefined): void => {
      if (isOver || realtime?.isOver() === false) return;
      realtime?.close();
      realtime = connect(userId);
    };
    const stopWaiting = whenSettled(() => {
      // It improves the page; without it the page still works, and the next focus tries again.
      load().then(
        ({ connect }) => start(connect),
        () => undefined,
      );
    });
    const onFocus = (): void => {
      if (document.visibilityState === 'hidden' || realtime?.isConnected() === true) return;
      if (performance.now() - refreshedAt < refreshPause) return;
      refreshedAt = performance.now();
      load().then(
        ({ refresh, connect }) => {
          refresh();
          // It may have been switched on since.
          start(connect);
        },
        () => undefined,
      );
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
  }, [userId]);
  return null;
};
