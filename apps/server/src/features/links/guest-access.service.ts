import type { DeedKind } from '@holdall/contract/shares';
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

/** What somebody has done to items. */
export interface ShareActivity {
  readonly kind: DeedKind;
  /** Items that it was done to. */
  readonly count: number;
  /** The first of them, as it was called before. */
  readonly name: string;
  readonly toName?: string | null;
  /** What came new, as it was then. */
  readonly item?: Pick<ItemRow, 'id' | 'parent_id' | 'color' | 'emoji'>;
  /** What made room for it, and is in the trash. */
  readonly replacedId?: string | null;
  /** What takes it back. */
  readonly operationId?: string | null;
}

/** A change that was taken back. */
export interface UndoneChange extends Pick<ShareActivity, 'name' | 'count'> {
  readonly operationId: string;
}

/** A file that came by a request. */
export interface ReceivedFile {
  readonly itemId: string;
  /** As its sender calls it, with the folders that it came in. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

/** Sees to it that guests do what their link allows at the moment of doing it, and writes down what they did. */
export interface GuestAccess {
  /**
   * The actor as they are now: what a link was when its guest came need not hold any more. Until the transaction ends the owner's
   * changes of the link wait. People and the application are who they are.
   *
   * @throws what opening the link would throw; share.locked where its password is another one
   */
  revalidate<A extends Actor>(trx: Trx, actor: A): Promise<A | GuestActor>;
  /** Writes down what a guest did, in the transaction that does it; of others nothing is kept here. */
  record(trx: Trx, actor: Actor, entry: ShareActivity): Promise<void>;
  /**
   * Counts a file of a request's guest, and writes their receipt, in the transaction that inserts it; of others nothing is
   * kept here.
   *
   * @throws file_request.full
   */
  recordUpload(trx: Trx, actor: Actor, file: ReceivedFile): Promise<void>;
  /** A change was taken back: if it was a guest's entry, it is one no more. */
  recordUndone(trx: Trx, actor: Actor, undone: UndoneChange): Promise<void>;
  /** What a guest put into a folder was taken back. @throws operation.not_found where it was already */
  recordReverted(trx: Trx, deedId: string): Promise<void>;
}

/** What the log of the application keeps of what a guest did. */
export interface LoggedChange extends Pick<ShareActivity, 'name' | 'count' | 'toName'> {
  readonly kind: DeedKind | 'undone';
}

/** Tells the log of the application what a guest did. */
export type LogGuestChange = (trx: Trx, guest: GuestActor, what: LoggedChange) => Promise<void>;

export interface GuestAccessDeps {
  readonly clock: Clock;
  readonly logGuestChange: LogGuestChange;
  /** A file came by a request: its owner is to be told some time. */
  readonly onReceived: (trx: Trx, guest: GuestActor) => Promise<void>;
}

export const createGuestAccess = ({ clock, logGuestChange, onReceived }: GuestAccessDeps): GuestAccess => {
  /** Which of the visits to the link this is; the first entry of a visit gives it its number. */
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
