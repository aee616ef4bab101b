import type { Db } from '#db/database.ts';
import type { UploadSessionRow } from '#db/tables/files.ts';
import { type FileTargets, ownerOf } from '#features/files/index.ts';
import type { SettingsService } from '#features/settings/index.ts';
import type { UsageService } from '#features/usage/index.ts';
import { listLinkIds } from '#features/links/index.ts';
import { type Actor, type GuestActor, linkOfPrincipal, principalOf, type UserActor } from '#http/actor.ts';
import { type BlobStore, normaliseKey } from '#ports/blob-store.ts';
import type { Clock } from '#ports/clock.ts';
import type { Events } from '#ports/events.ts';
import { createId } from '#ports/ids.ts';
import { announcedBy, createAdmissionService } from './admission.service.ts';
import { type ClaimedKeys, createLeftovers, type Leftovers } from './leftovers.service.ts';
import { createEndings } from './endings.service.ts';
import { createSessionStore } from './session-store.service.ts';
import { createSessionUpload } from './session-upload.service.ts';
import type { IncomingBytes } from '#http/incoming-bytes.ts';
import { isRequestFull, uploadNotFound, visitRequired } from './uploads.errors.ts';
import { passKnown } from './repeats.service.ts';
import { createStaging } from './staging.service.ts';
import { createRunning } from './running.service.ts';
import { createTurns, sessionTurn, type Turn, type TurnTimes } from './turns.service.ts';
import { findBlobSha256, listUploadingGuests } from './uploads.repo.ts';
import { roomFor } from './uploads.rules.ts';
import type { Arrival, UploadOutcome, UploadWish } from './uploads.types.ts';
import { createWholeUpload } from './whole-upload.service.ts';

export interface UploadsDeps {
  readonly db: Db;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly targets: FileTargets;
  readonly settings: SettingsService;
  readonly usage: UsageService;
  readonly events: Events;
  readonly times?: TurnTimes;
  /** Who else has bytes in the store, which must not be taken for leftovers. */
  readonly claims?: readonly ClaimedKeys[];
  /** Told of failures of work that no caller waits for. */
  readonly onError: (error: unknown) => void;
}

export interface UploadsService extends Leftovers {
  /**
   * Takes bytes in; answers the file once it is whole and durable.
   *
   * @throws upload.gap with the offset to go on at, upload.mismatch, upload.incomplete, upload.over_limit,
   *   upload.blocked_type, upload.too_many_open, storage.exceeded, request.invalid for parts of a guest without a visit, and what `FileTargets.check` throws; BlobStoreFullError on a full disk
   */
  receive(actor: Actor, wish: UploadWish, body: IncomingBytes): Promise<UploadOutcome>;
  /** Counts bytes of a body that was refused and came all the same. */
  countUnwanted(actor: UserActor | GuestActor, bytes: number): void;
  /** The byte at which an upload goes on. @throws upload.not_found */
  getOffset(actor: Actor, uploadId: string): Promise<number>;
  /** Ends an upload that is not finished and forgets its bytes; one that does not exist is no error. */
  cancel(actor: Actor, uploadId: string): Promise<void>;
  /**
   * Ends all uploads of an account that goes and of the guests of its links, and forgets their bytes.
   *
   * @throws the signal's reason; the next call goes on
   */
  erase(userId: string, signal: AbortSignal): Promise<void>;
  /**
   * Resolves as soon as no `receive` is under way; never rejects. A server that ends awaits it between
   * cutting the connections and closing the database, so that what arrived is kept and the rest is tidied up.
   */
  settled(): Promise<void>;
}

/** Guests without a cookie cannot be told apart: nobody may go on with what might be another's. */
const isNameless = (actor: Actor): boolean => actor.kind === 'guest' && actor.visit === undefined;

const defaultTimes: TurnTimes = { staleAfter: 3_000, waitAtMost: 60_000 };

export const createUploadsService = (deps: UploadsDeps): UploadsService => {
  const { blobs, targets, clock, usage } = deps;
  const turns = createTurns(deps.times ?? defaultTimes);
  const admission = createAdmissionService(deps);
  const store = createSessionStore(deps);
  const receiveWhole = createWholeUpload({ blobs, clock, usage, admission });
  const goOn = createSessionUpload({ store, admission, now: () => clock.now() });
  const leftovers = createLeftovers({ ...deps, store, turns });
  const staging = createStaging(deps.db);
  const endings = createEndings({ ...deps, store, turns });

  /**
   * Answers a request for an upload that is finished, as if its answer had been lost; undefined where the
   * file is gone.
   */
  const repeat = async (
    session: UploadSessionRow,
    { actor, ...request }: Omit<Arrival, 'own'> & { readonly turn: Turn },
  ): Promise<UploadOutcome | undefined> => {
    const { staging_key: key, received: size } = session;
    const item =
      session.item_id === null ? undefined : await targets.findOwn(deps.db, actor, session.item_id);
    if (item === undefined) {
      await store.drop(session);
      return undefined;
    }
    request.turn.position = size;
    const sha256 = await findBlobSha256(deps.db, key);
    const count = (bytes: number): void => usage.countTraffic(item.owner_id, { upload: bytes });
    await passKnown(blobs, { key: normaliseKey(key), size, sha256 }, { ...request, count });
    return request.wish.isLast
      ? { kind: 'done', item }
      : { kind: 'progress', uploadId: session.name, offset: size };
  };

  const running = createRunning();

  /** Whose page was loaded again begins anew: what they sent before must not stand in their way. */
  const makingRoom = async <T>(principal: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!isRequestFull(error) || !(await endings.endGivenUp(principal))) throw error;
      return work();
    }
  };

  const receiveInSession = ({ actor, wish, body, own }: Arrival, name: string): Promise<UploadOutcome> => {
    const principal = principalOf(actor);
    return turns.take(sessionTurn({ principal, name }), body.abort, async (turn) => {
      let session = await store.find(principal, name);
      if (session !== undefined) await store.verify(session, wish);
      if (session?.state === 'finished') {
        const answer = await repeat(session, { actor, wish, body, turn });
        if (answer !== undefined) return answer;
        session = undefined;
      }
      own.session = session?.id;
      own.bytes = session?.received ?? 0;
      const size = wish.size ?? session?.size ?? undefined;
      const known: UploadWish = { ...wish, size };
      const begin = async () => {
        const start = wish.offset ?? session?.received ?? 0;
        const limits = await admission.open(actor, known, { start, own });
        const hold = await usage.hold(limits.account, {
          id: session?.id ?? createId(clock.now()),
          lease: 'session',
          begun: session !== undefined,
          length: announcedBy(actor, size ?? wish.expected),
        });
        const bytes = roomFor(known, 0);
        return { limits, hold, begun: session ?? (await store.open({ actor, name, wish, hold, bytes })) };
      };
      const { limits, hold, begun } = await makingRoom(principal, begin).catch(async (error: unknown) => {
        // It would only stand in the way of a smaller file.
        if (session !== undefined && isRequestFull(error)) await store.forget(session);
        throw error;
      });
      own.session = begun.id;
      return goOn(begun, { actor, wish: known, body, turn, admission: limits, hold });
    });
  };

  deps.events.subscribe((event) => {
    if (event.kind === 'link-changed') running.track(endings.endOfLinks([event.linkId])).catch(deps.onError);
  });

  const receive = async (arrival: Arrival): Promise<UploadOutcome> => {
    const { actor, wish } = arrival;
    if (wish.uploadId !== undefined && !isNameless(actor)) return receiveInSession(arrival, wish.uploadId);
    if (!wish.isLast || (isNameless(actor) && (wish.offset ?? 0) > 0)) throw visitRequired();
    return { kind: 'done', item: await receiveWhole(arrival) };
  };

  return {
    ...leftovers,
    receive: (actor, wish, body) =>
      running.track(staging.during(actor, (own) => receive({ actor, wish, body, own }))),
    countUnwanted: (actor, bytes) => usage.countTraffic(ownerOf(actor), { upload: bytes }),
    settled: () => running.settled(),
    getOffset: async (actor, name) => {
      const principal = principalOf(actor);
      const holder = turns.holder(sessionTurn({ principal, name }));
      const session = await store.find(principal, name);
      if (session === undefined) throw uploadNotFound();
      if (holder?.position !== undefined) return holder.position;
      return session.state === 'finished' ? session.received : (await store.locate(session)).received;
    },
    cancel: (actor, name) => endings.cancel(principalOf(actor), name),
    erase: async (userId, signal) => {
      await endings.endAll({ principal: principalOf({ kind: 'user', id: userId }) }, signal);
      for (const link of await listLinkIds(deps.db, userId)) await endings.endAll({ link }, signal);
    },
    sweep: async () => {
      const guests = await listUploadingGuests(deps.db);
      await endings.endOfLinks(guests.flatMap((principal) => linkOfPrincipal(principal) ?? []));
      await leftovers.sweep();
    },
  };
};
