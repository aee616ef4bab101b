import type { ChangeMeta } from '@holdall/contract/actions';
import type { QueryClient } from '@tanstack/react-query';
import { errorText, nameError } from '#shared/i18n/error-text.ts';
import { ApiError } from '#shared/api/api-error.ts';
import { markUnauthorized, session } from '#shared/session/session.ts';
import { showToast } from '#shared/ui/toast.ts';
import { listingsChanged } from '../cache/files.events.ts';
import { itemsKey } from '../cache/files.queries.ts';
import { applyFilesChanged, refreshEverything } from '../cache/realtime.events.ts';
import { pauseRefetches } from '../cache/scheduled-refetches.ts';

/** The caches that a change touches besides the listings of folders. */
export type Touched = Readonly<Record<'trash' | 'tree' | 'storage' | 'favourites', boolean>>;

/** A change that is shown before the server has confirmed it. */
export interface OptimisticChange<Answer extends { readonly meta: ChangeMeta }> {
  readonly apply: () => void;
  readonly revert: () => void;
  readonly send: () => Promise<Answer>;
  readonly touches: Touched;
  /** Returns the message of a failure, around its reason. */
  readonly failed?: (reason: string) => string;
  /** @returns true if it has reported the failure; otherwise a toast does. */
  readonly onFailure?: (error: unknown) => boolean;
}

/**
 * Milliseconds after which a page that has stopped waiting for an answer refetches. The server may still be at work,
 * and sends a page no event for its own requests.
 */
const lookAgainAfter = [10_000, 60_000, 300_000] as const;

const refetchLater = (client: QueryClient, isOver: () => boolean): void => {
  for (const pause of lookAgainAfter)
    setTimeout(() => {
      if (!isOver()) refreshEverything(client);
    }, pause);
};

/** Shows a toast with the failure of a change. @param failed returns the message around the reason */
export const showFailure = (error: unknown, failed = (reason: string) => reason): void => {
  if (error instanceof ApiError && error.status === 401) markUnauthorized();
  else showToast({ type: 'danger', message: failed(nameError(error) ?? errorText(error)) });
};

/**
 * Shows a change immediately and sends it; reverts it and shows the reason if it fails. Changes may overlap: listings
 * are refetched once all of them are answered.
 * @returns the answer; undefined if it failed, or arrived after the session had ended.
 */
export const change = async <Answer extends { readonly meta: ChangeMeta }>(
  client: QueryClient,
  { apply, revert, send, touches, failed, onFailure }: OptimisticChange<Answer>,
): Promise<Answer | undefined> => {
  const release = pauseRefetches(client);
  const { ended } = session.get();
  const isOver = (): boolean => session.get().ended !== ended;
  apply();
  try {
    const answer = await send();
    if (isOver()) return undefined;
    const { containers } = answer.meta;
    applyFilesChanged(client, { containers, items: [], removed: [], ...touches });
    // Details hold an item's location and a folder's count. Outdated ones are removed rather than shown while they
    // load, or a file about to be restored would seem to be in its folder still.
    client.removeQueries({ queryKey: itemsKey, type: 'inactive' });
    void client.invalidateQueries({ queryKey: itemsKey });
    return answer;
  } catch (error) {
    // A change that belongs to one session is neither shown nor announced in the next.
    if (isOver()) return undefined;
    revert();
    // Another user may have been first, or only the answer was lost: the server knows the state.
    listingsChanged(client);
    applyFilesChanged(client, { containers: [], items: [], removed: [], ...touches });
    if (error instanceof ApiError && error.code === 'timeout') refetchLater(client, isOver);
    if (onFailure?.(error) !== true) showFailure(error, failed);
    return undefined;
  } finally {
    release();
  }
};
