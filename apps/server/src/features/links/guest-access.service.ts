import type { ShareActivityKind } from '@holdall/contract/shares';
import type { Db, Trx } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { OperationRow } from '#db/tables/operations.ts';
import type { Actor, GuestActor } from '#lib/actor.ts';
import type { Clock } from '#ports/clock.ts';
import {
  countUnseen,
  countVisitor,
  listUnseenBefore,
  markSeenBefore,
  numberVisit,
} from './share-activity.repo.ts';
import { shareActivityKinds } from './share-activity.rules.ts';
import { requestFull } from './links.errors.ts';
import { revalidateGuest, requireFileRequest } from './link-lookup.ts';
import { countReceived, insertReceived } from './received.repo.ts';

/** A recorded change of items. */
export type RecordedChange = Pick<OperationRow, 'id' | 'kind' | 'count' | 'name' | 'to_name'>;

/** The link and the visit that a change belongs to; null for changes of others than a link's guests. */
export type ChangeOrigin = Pick<OperationRow, 'share_id' | 'visit'>;

/** A file that was received by a request. */
export interface ReceivedFile {
  readonly itemId: string;
  /** The name given by the sender, with the folders of its path. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

/** Checks that a guest's link still permits a change at the moment of making it, and records the change. */
export interface GuestAccess {
  /**
   * Returns the actor with the rights that they have now, because a link may have changed since its guest was let
   * in. The owner's changes of the link wait until the transaction ends. Users and the application are returned as
   * they are.
   *
   * @throws what opening the link would throw; share.locked if its password has changed
   */
  revalidate<A extends Actor>(trx: Trx, actor: A): Promise<A | GuestActor>;
  /** Counts and logs a guest's change in its transaction; changes of other actors are ignored. */
  record(trx: Trx, actor: Actor, change: RecordedChange): Promise<ChangeOrigin>;
  /**
   * Counts a file of a request's guest, and records its receipt, in the transaction that inserts it. Files of other
   * actors are ignored.
   *
   * @throws file_request.full
   */
  recordUpload(trx: Trx, actor: Actor, file: ReceivedFile): Promise<void>;
  /** Logs that a guest has undone a change; other actors are ignored. */
  logUndone(trx: Trx, actor: Actor, undone: Pick<RecordedChange, 'name' | 'count'>): Promise<void>;
  /** Marks guests' changes from before a time as seen by the owners of their links. */
  markSeenBefore(db: Db, before: number): Promise<void>;
}

/** The part of a guest's change that the audit log records. */
export interface LoggedChange extends Pick<RecordedChange, 'name' | 'count'> {
  readonly kind: ShareActivityKind | 'undone';
  readonly to_name?: string | null;
}

/** Records a guest's change in the audit log. */
export type LogGuestChange = (trx: Trx, guest: GuestActor, what: LoggedChange) => Promise<void>;

export interface GuestAccessDeps {
  readonly clock: Clock;
  readonly logGuestChange: LogGuestChange;
  /** Called when a file was received by a request, so that its owner can be notified. */
  readonly onReceived: (trx: Trx, guest: GuestActor) => Promise<void>;
}

export const createGuestAccess = ({ clock, logGuestChange, onReceived }: GuestAccessDeps): GuestAccess => {
  /** Returns the number of the visit; the first change of a visit assigns it. */
  const numberOf = async (trx: Trx, { linkId: shareId, visit = '' }: GuestActor): Promise<number> => {
    const known = await numberVisit(trx, { shareId, visit });
    if (known !== undefined) return known;
    return countVisitor(trx, { shareId, visit, now: clock.now() });
  };

  return {
    revalidate: async (trx, actor) =>
      actor.kind === 'guest' ? revalidateGuest(trx, actor, clock.now()) : actor,
    record: async (trx, actor, { id, kind, ...change }) => {
      // Guests cannot restore anything.
      if (actor.kind !== 'guest' || actor.via !== 'share' || kind === 'restore')
        return { share_id: null, visit: null };
      const visit = await numberOf(trx, actor);
      await countUnseen(trx, actor.linkId, id);
      await logGuestChange(trx, actor, { kind: shareActivityKinds[kind], ...change });
      return { share_id: actor.linkId, visit };
    },
    recordUpload: async (trx, actor, { itemId, ...file }) => {
      if (actor.kind !== 'guest' || actor.via !== 'request') return;
      const { linkId: requestId, visit = '' } = actor;
      if (!(await countReceived(trx, { requestId, size: file.size }))) {
        const query = { by: 'id', value: requestId, closed: true } as const;
        throw requestFull(await requireFileRequest(trx, query, clock.now()));
      }
      await insertReceived(trx, { id: itemId, request_id: requestId, visit, ...file, at: clock.now() });
      await onReceived(trx, actor);
    },
    logUndone: async (trx, actor, undone) => {
      if (actor.kind === 'guest') await logGuestChange(trx, actor, { kind: 'undone', ...undone });
    },
    markSeenBefore: async (db, before) => {
      for (const id of await listUnseenBefore(db, before))
        await inTransaction(db, (trx) => markSeenBefore(trx, id, before));
    },
  };
};
