import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { listingsKey } from './files.queries.ts';

/** Milliseconds after which nobody waits for rows any longer. */
const patience = 2000;

/** Rows that have come once are not waited for again. */
let seen = false;

const hasRows = (client: QueryClient): boolean =>
  client
    .getQueryCache()
    .findAll({ queryKey: listingsKey })
    .some(({ state }) => state.status !== 'pending');

/** Acts when the first rows are there, and drawn. @returns takes it back */
const onFirstRows = (client: QueryClient, act: () => void): (() => void) => {
  let frame = 0;
  const cache = client.getQueryCache();
  const end = (): void => {
    stop();
    clearTimeout(timer);
    // The frame that draws them comes first.
    frame = requestAnimationFrame(() => (frame = requestAnimationFrame(act)));
  };
  const stop = cache.subscribe(() => hasRows(client) && end());
  const timer = setTimeout(end, patience);
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
