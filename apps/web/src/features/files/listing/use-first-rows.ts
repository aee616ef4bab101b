import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { listingsKey } from '../cache/files.queries.ts';

/** Milliseconds after which other parts no longer wait for rows. */
const maxWaitMs = 2000;

/** True once rows have been drawn; they are not awaited again. */
let seen = false;

const hasRows = (client: QueryClient): boolean =>
  client
    .getQueryCache()
    .findAll({ queryKey: listingsKey })
    .some(({ state }) => state.status !== 'pending');

/** Calls `act` once the first rows are drawn. @returns a function that cancels it */
const onFirstRows = (client: QueryClient, act: () => void): (() => void) => {
  let frame = 0;
  const cache = client.getQueryCache();
  const end = (): void => {
    stop();
    clearTimeout(timer);
    // The next frame draws the rows.
    frame = requestAnimationFrame(() => (frame = requestAnimationFrame(act)));
  };
  const stop = cache.subscribe(() => hasRows(client) && end());
  const timer = setTimeout(end, maxWaitMs);
  if (hasRows(client)) end();
  return () => {
    stop();
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
};

/** Reports whether the first rows of a listing are drawn: everything else waits until then. */
export const useFirstRows = (): boolean => {
  const client = useQueryClient();
  const [there, setThere] = useState(seen);
  useEffect(() => {
    if (there) return undefined;
    return onFirstRows(client, () => {
      seen = true;
      // Requests from now on are not part of the first load.
      performance.mark('holdall:preload');
      setThere(true);
    });
  }, [client, there]);
  return there;
};
