import type { ShareActivityKind } from '@holdall/contract/shares';
import type { Trx } from '#db/database.ts';
import type { ItemRow } from '#db/tables/files.ts';
import type { Actor, GuestActor } from '#http/actor.ts';
import type { Clock } from '#ports/clock.ts';
import { createId } from '#ports/ids.ts';
import { AppError } from '#lib/app-error.ts';
import { countVisitor, insertActivity, markReverted, numberVisit } from './share-activity.repo.ts';
import { requestFull } from './links.errors.ts';
import { revalidateGuest, requireFileRequest } from './link-lookup.ts';
import { countReceived, insertReceived } from './received.repo.ts';

/** A change of items by a guest, as the link's owner sees it. */
export interface ShareActivity {
  readonly kind: ShareActivityKind;
  /** The number of items that were changed. */
  readonly count: number;
  /** The name of the first of them before the change. */
  readonly name: string;
  readonly toName?: string | null;
  /** The new item in its original state. */
  readonly item?: Pick<ItemRow, 'id' | 'parent_id' | 'color' | 'emoji'>;
  /** The item that it replaced, which is in the trash. */
  readonly replacedId?: string | null;
  /** The operation that can undo it. */
  readonly operationId?: string | null;
}

/** A change that was undone. */
export interface UndoneChange extends Pick<ShareActivity, 'name' | 'count'> {
  readonly operationId: string;
}

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
  /** Records a guest's change in its transaction; changes of other actors are ignored. */
  record(trx: Trx, actor: Actor, entry: ShareActivity): Promise<void>;
  /**
   * Counts a file of a request's guest, and records its receipt, in the transaction that inserts it. Files of other
   * actors are ignored.
   *
   * @throws file_request.full
   */
  recordUpload(trx: Trx, actor: Actor, file: ReceivedFile): Promise<void>;
  /** Marks a guest's change as reverted after it was undone; it may be no guest's change. */
  recordUndone(trx: Trx, actor: Actor, undone: UndoneChange): Promise<void>;
  /** Marks a guest's creation as reverted. @throws operation.not_found if it was already */
  recordReverted(trx: Trx, entryId: string): Promise<void>;
}

/** The part of a guest's change that the audit log records. */
export interface LoggedChange extends Pick<ShareActivity, 'name' | 'count' | 'toName'> {
  readonly kind: ShareActivityKind | 'undone';
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
    record: async (trx, actor, entry) => {
      if (actor.kind !== 'guest' || actor.via !== 'share') return;
      const now = clock.now();
      await insertActivity(trx, {
        id: createId(now),
        share_id: actor.linkId,
        kind: entry.kind,
        at: now,
        visit: await numberOf(trx, actor),
        count: entry.count,
        name: entry.name,
        to_name: entry.toName ?? null,
        item_id: entry.item?.id ?? null,
        parent_id: entry.item?.parent_id ?? null,
        color: entry.item?.color ?? null,
        emoji: entry.item?.emoji ?? null,
        replaced_id: entry.replacedId ?? null,
        operation_id: entry.operationId ?? null,
      });
      await logGuestChange(trx, actor, entry);
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
    recordUndone: async (trx, actor, { operationId: value, ...what }) => {
      await markReverted(trx, { by: 'operation_id', value, now: clock.now() });
      if (actor.kind === 'guest') await logGuestChange(trx, actor, { kind: 'undone', ...what });
    },
    recordReverted: async (trx, value) => {
      if (!(await markReverted(trx, { by: 'id', value, now: clock.now() })))
        throw new AppError('operation.not_found');
    },
  };
};
