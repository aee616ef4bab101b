import type { ChangeMeta } from '@holdall/contract/actions';
import type { QueryClient } from '@tanstack/react-query';
import { errorText, nameError } from '#shared/i18n/error-text.ts';
import { ApiError } from '#shared/api/api-error.ts';
import { markUnauthorized, session } from '#shared/session/session.ts';
import { showToast } from '#shared/ui/toast.ts';
import { listingsChanged } from '../files.events.ts';
import { itemsKey } from '../files.queries.ts';
import { applyFilesChanged, refreshEverything } from '../realtime.events.ts';
import { pauseRefetches } from '../scheduled-refetches.ts';

/** The caches that a change touches besides the listings of folders. */
export type Touched = Readonly<Record<'trash' | 'tree' | 'storage' | 'favourites', boolean>>;

/** A change that shows before the server has it. */
export interface OptimisticChange<Answer extends { readonly meta: ChangeMeta }> {
  readonly apply: () => void;
  readonly revert: () => void;
  readonly send: () => Promise<Answer>;
  readonly touches: Touched;
  /** Tells of the failure: what failed, around the reason. */
  readonly failed?: (reason: string) => string;
  /** @returns whether it has dealt with the failure; otherwise a toast tells of it. */
  readonly onFailure?: (error: unknown) => boolean;
}

/**
 * Milliseconds after which a page that has stopped waiting for an answer looks again: the server may be at work still,
 * and does not tell this page of what it asked for itself.
 */
const lookAgainAfter = [10_000, 60_000, 300_000] as const;

const refetchLater = (client: QueryClient, isOver: () => boolean): void => {
  for (const pause of lookAgainAfter)
    setTimeout(() => {
      if (!isOver()) refreshEverything(client);
    }, pause);
};

/** @param failed says what failed, around the reason */
export const showFailure = (error: unknown, failed = (reason: string) => reason): void => {
  if (error instanceof ApiError && error.status === 401) markUnauthorized();
  else showToast({ type: 'danger', message: failed(nameError(error) ?? errorText(error)) });
};

/**
 * Shows a change at once and sends it; takes it back and tells why where it fails. Changes may overlap: what
 * the listings say meanwhile is loaded once all of them are answered.
 * @returns the answer; undefined where it failed, or came when the session was over.
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
    // Somebody else may have been first, or only the answer got lost: the server knows what is there.
    listingsChanged(client);
    applyFilesChanged(client, { containers: [], items: [], removed: [], ...touches });
    if (error instanceof ApiError && error.code === 'timeout') refetchLater(client, isOver);
    if (onFailure?.(error) !== true) showFailure(error, failed);
    return undefined;
  } finally {
    release();
  }
};
