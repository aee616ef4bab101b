import type { Db } from '#db/database.ts';
import { resolveItem } from '#features/files/index.ts';
import { listMembers, refusalOfRequest, requireFileRequest, requireShare } from '#features/links/index.ts';
import type { GuestActor } from '#lib/actor.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#ports/clock.ts';
import type { Events } from '#ports/events.ts';
import { findCollection } from './collection-members.ts';

/** Milliseconds between two checks of links that end by time, by another node, or with their owner's account. */
const checkEvery = 3_000;

/** Ends requests and connections of links that no longer permit them. */
export interface GuestWatch {
  /**
   * @param guest with the rights needed; for a collection with the items that must stay in it
   * @param end is called once the guest would not be let in any more
   * @returns a function that stops watching
   */
  watch(guest: GuestActor, end: () => void): () => void;
  /** The number of watched responses and connections. */
  size(): number;
  close(): void;
}

export interface GuestWatchDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: Events;
  /** Receives failures of work that no caller awaits. */
  readonly onError: (error: unknown) => void;
}

const isThere = async (found: Promise<unknown>): Promise<boolean> => {
  try {
    await found;
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
};

export const createGuestWatch = ({ db, clock, events, onError }: GuestWatchDeps): GuestWatch => {
  const watched = new Map<string, Map<() => void, GuestActor>>();

  /** Returns a check of which guests of one link would still be let in, by a constant number of queries. */
  const createCheck = async ({
    linkId,
    via,
    ...guest
  }: GuestActor): Promise<(other: GuestActor) => boolean> => {
    try {
      const query = { by: 'id', value: linkId } as const;
      if (via === 'request') {
        const request = await requireFileRequest(db, { ...query, closed: true }, clock.now());
        const takes =
          refusalOfRequest(request, clock.now()) === undefined &&
          (await isThere(
            resolveItem(db, { ...guest, linkId, via }, { id: request.folder_id, action: 'add' }),
          ));
        return ({ room }) => room === undefined || takes;
      }
      const share = await requireShare(db, query, clock.now());
      const collection = await findCollection(db, share);
      if (collection !== undefined && collection.members.size === 0) return () => false;
      // Throws if it is in the trash.
      await resolveItem(db, { ...guest, collection, linkId, via }, { id: share.item_id, action: 'view' });
      // An item in the trash still belongs to the collection, and may be restored.
      const rows = collection === undefined ? [] : await listMembers(db, [linkId]);
      const items = new Set(rows.map(({ item_id: id }) => id));
      return ({ passwordHash, rights, collection: needed }) =>
        share.password_hash === passwordHash &&
        (rights !== 'editor' || share.permission === 'editor') &&
        [...(needed?.members.keys() ?? [])].every((id) => items.has(id));
    } catch (error) {
      if (error instanceof AppError) return () => false;
      throw error;
    }
  };

  const check = async (linkId: string): Promise<void> => {
    const guests = [...(watched.get(linkId) ?? [])];
    const [, first] = guests[0] ?? [];
    if (first === undefined) return;
    const isLetIn = await createCheck(first);
    for (const [end, guest] of guests) if (!isLetIn(guest)) end();
  };

  let state: 'idle' | 'checking' | 'stale' = 'idle';
  const checkAll = (): void => {
    if (watched.size === 0) return;
    // The link may have changed since the running check has read it.
    if (state !== 'idle') {
      state = 'stale';
      return;
    }
    state = 'checking';
    Promise.all([...watched.keys()].map(check))
      .catch(onError)
      .finally(() => {
        const isAgain = state === 'stale';
        state = 'idle';
        if (isAgain) checkAll();
      });
  };
  const checks = setInterval(checkAll, checkEvery).unref();
  const unsubscribe = events.subscribe((event) => {
    if (event.kind === 'link-changed') check(event.linkId).catch(onError);
    else if (event.kind === 'events-missed') checkAll();
  });

  return {
    watch: (guest, end) => {
      const { linkId } = guest;
      const ends = watched.get(linkId) ?? new Map<() => void, GuestActor>();
      watched.set(linkId, ends);
      ends.set(end, guest);
      return () => {
        ends.delete(end);
        if (ends.size === 0 && watched.get(linkId) === ends) watched.delete(linkId);
      };
    },
    size: () => [...watched.values()].reduce((sum, guests) => sum + guests.size, 0),
    close: () => {
      clearInterval(checks);
      unsubscribe();
    },
  };
};
