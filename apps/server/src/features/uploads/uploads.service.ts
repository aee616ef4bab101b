import type { Db } from '#db/database.ts';
import { type FileTargets, ownerOf } from '#features/files/index.ts';
import type { SettingsService } from '#features/settings/index.ts';
import type { KeepBlob } from '#features/storage/index.ts';
import type { UsageService } from '#features/usage/index.ts';
import { listLinkIds } from '#features/links/index.ts';
import { type Actor, type GuestActor, linkOfPrincipal, principalOf, type UserActor } from '#http/actor.ts';
import type { CreateChecksum } from '#lib/checksum.ts';
import type { BlobStore } from '#ports/blob-store.ts';
import type { Clock } from '#ports/clock.ts';
import type { Events } from '#ports/events.ts';
import { createAdmissionService } from './admission.service.ts';
import { type ClaimedKeys, createLeftovers, type Leftovers } from './leftovers.service.ts';
import { createEndings } from './endings.service.ts';
import { createLeases, type LeaseTimes } from './leases.service.ts';
import { createNamedUpload } from './named-upload.service.ts';
import { createSessionStore } from './session-store.service.ts';
import { createSessionUpload } from './session-upload.service.ts';
import type { IncomingBytes } from '#http/incoming-bytes.ts';
import { uploadNotFound, visitRequired } from './uploads.errors.ts';
import { createStaging } from './staging.service.ts';
import { createRunning } from './running.service.ts';
import { createTurns, sessionTurn, type TurnTimes } from './turns.service.ts';
import { listUploadingGuests } from './uploads.repo.ts';
import type { Arrival, UploadOutcome, UploadWish } from './uploads.types.ts';
import { createWholeUpload } from './whole-upload.service.ts';

export interface UploadsDeps {
  readonly db: Db;
  readonly blobs: BlobStore;
  readonly keepBlob: KeepBlob;
  readonly clock: Clock;
  readonly createChecksum: CreateChecksum;
  readonly targets: FileTargets;
  readonly settings: SettingsService;
  readonly usage: UsageService;
  readonly events: Events;
  readonly times?: TurnTimes;
  readonly leaseTimes?: LeaseTimes;
  /** This server, as no other one of the installation is called. */
  readonly node: string;
  /** Why nothing may be removed from the store, in a sentence; undefined: it may. */
  readonly held: () => Promise<string | undefined>;
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
  const { clock, createChecksum, usage } = deps;
  const turns = createTurns(deps.times ?? defaultTimes);
  const admission = createAdmissionService(deps);
  const leases = createLeases({ ...deps, times: deps.leaseTimes });
  const store = createSessionStore({ ...deps, leases });
  const receiveWhole = createWholeUpload({ ...deps, admission });
  const goOn = createSessionUpload({
    store,
    admission,
    createChecksum,
    now: () => clock.now(),
    holder: leases.tenure.holder,
  });
  const leftovers = createLeftovers({ ...deps, store, turns });
  const staging = createStaging(deps.db);
  const endings = createEndings({ ...deps, store, turns });
  const receiveNamed = createNamedUpload({ ...deps, admission, turns, leases, store, endings, goOn });

  const running = createRunning();

  const endOfGuests = async (): Promise<void> => {
    const guests = await listUploadingGuests(deps.db);
    await endings.endOfLinks(guests.flatMap((principal) => linkOfPrincipal(principal) ?? []));
  };
  deps.events.subscribe((event) => {
    if (event.kind === 'link-changed') running.track(endings.endOfLinks([event.linkId])).catch(deps.onError);
    else if (event.kind === 'events-missed') running.track(endOfGuests()).catch(deps.onError);
  });

  const receive = async (arrival: Arrival): Promise<UploadOutcome> => {
    const { actor, wish } = arrival;
    if (wish.uploadId !== undefined && !isNameless(actor)) return receiveNamed(arrival, wish.uploadId);
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
      await endOfGuests();
      await leftovers.sweep();
    },
  };
};
