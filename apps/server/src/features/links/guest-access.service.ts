import type { DeedKind } from '@holdall/contract/shares';
import type { Trx } from '#db/database.ts';
import type { ItemRow } from '#db/tables/files.ts';
import type { Actor, GuestActor } from '#http/actor.ts';
import type { Clock } from '#ports/clock.ts';
import { createId } from '#ports/ids.ts';
import { AppError } from '#lib/app-error.ts';
import { countVisitor, insertDeed, markTakenBack, numberVisit } from './share-activity.repo.ts';
import { requestFull } from './links.errors.ts';
import { renewGuest, requireFileRequest } from './link-lookup.ts';
import { countReceived, insertReceived } from './received.repo.ts';

/** What somebody has done to items. */
export interface Deed {
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
export interface Undone extends Pick<Deed, 'name' | 'count'> {
  readonly operationId: string;
}

/** A file that came by a request. */
export interface Received {
  readonly itemId: string;
  /** As its sender calls it, with the folders that it came in. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

/** Sees to it that guests do what their link allows at the moment of doing it, and writes down what they did. */
export interface GuestBook {
  /**
   * The actor as they are now: what a link was when its guest came need not hold any more. Until the transaction ends the owner's
   * changes of the link wait. People and the application are who they are.
   *
   * @throws what opening the link would throw; share.locked where its password is another one
   */
  renew<A extends Actor>(trx: Trx, actor: A): Promise<A | GuestActor>;
  /** Writes down what a guest did, in the transaction that does it; of others nothing is kept here. */
  note(trx: Trx, actor: Actor, deed: Deed): Promise<void>;
  /**
   * Counts a file of a request's guest, and writes their receipt, in the transaction that inserts it; of others nothing is
   * kept here.
   *
   * @throws file_request.full
   */
  receive(trx: Trx, actor: Actor, file: Received): Promise<void>;
  /** A change was taken back: if it was a guest's deed, it is one no more. */
  noteUndone(trx: Trx, actor: Actor, undone: Undone): Promise<void>;
  /** What a guest put into a folder was taken back. @throws operation.not_found where it was already */
  noteTakenBack(trx: Trx, deedId: string): Promise<void>;
}

/** What the log of the application keeps of what a guest did. */
export interface Logged extends Pick<Deed, 'name' | 'count' | 'toName'> {
  readonly kind: DeedKind | 'undone';
}

/** Tells the log of the application what a guest did. */
export type TellLog = (trx: Trx, guest: GuestActor, what: Logged) => Promise<void>;

export interface GuestBookDeps {
  readonly clock: Clock;
  readonly tellLog: TellLog;
  /** A file came by a request: its owner is to be told some time. */
  readonly onReceived: (trx: Trx, guest: GuestActor) => Promise<void>;
}

export const createGuestBook = ({ clock, tellLog, onReceived }: GuestBookDeps): GuestBook => {
  /** Which of the visits to the link this is; the first deed of a visit gives it its number. */
  const numberOf = async (trx: Trx, { linkId: shareId, visit = '' }: GuestActor): Promise<number> => {
    const known = await numberVisit(trx, { shareId, visit });
    if (known !== undefined) return known;
    return countVisitor(trx, { shareId, visit, now: clock.now() });
  };

  return {
    renew: async (trx, actor) => (actor.kind === 'guest' ? renewGuest(trx, actor, clock.now()) : actor),
    note: async (trx, actor, deed) => {
      if (actor.kind !== 'guest' || actor.via !== 'share') return;
      const now = clock.now();
      await insertDeed(trx, {
        id: createId(now),
        share_id: actor.linkId,
        kind: deed.kind,
        at: now,
        visit: await numberOf(trx, actor),
        count: deed.count,
        name: deed.name,
        to_name: deed.toName ?? null,
        item_id: deed.item?.id ?? null,
        parent_id: deed.item?.parent_id ?? null,
        color: deed.item?.color ?? null,
        emoji: deed.item?.emoji ?? null,
        replaced_id: deed.replacedId ?? null,
        operation_id: deed.operationId ?? null,
      });
      await tellLog(trx, actor, deed);
    },
    receive: async (trx, actor, { itemId, ...file }) => {
      if (actor.kind !== 'guest' || actor.via !== 'request') return;
      const { linkId: requestId, visit = '' } = actor;
      if (!(await countReceived(trx, { requestId, size: file.size }))) {
        const query = { by: 'id', value: requestId, closed: true } as const;
        throw requestFull(await requireFileRequest(trx, query, clock.now()));
      }
      await insertReceived(trx, { id: itemId, request_id: requestId, visit, ...file, at: clock.now() });
      await onReceived(trx, actor);
    },
    noteUndone: async (trx, actor, { operationId: value, ...what }) => {
      await markTakenBack(trx, { by: 'operation_id', value, now: clock.now() });
      if (actor.kind === 'guest') await tellLog(trx, actor, { kind: 'undone', ...what });
    },
    noteTakenBack: async (trx, value) => {
      if (!(await markTakenBack(trx, { by: 'id', value, now: clock.now() })))
        throw new AppError('operation.not_found');
    },
  };
};
