import type { Db } from '#db/database.ts';
import type { UploadSessionRow } from '#db/tables/files.ts';
import type { FileTargets } from '#features/files/index.ts';
import type { Hold, UsageService } from '#features/usage/index.ts';
import { principalOf } from '#http/actor.ts';
import { type BlobStore, normaliseKey } from '#ports/blob-store.ts';
import type { CreateChecksum } from '#lib/checksum.ts';
import type { Clock } from '#ports/clock.ts';
import { createId } from '#ports/ids.ts';
import { type Admission, type AdmissionService, announcedBy } from './admission.service.ts';
import type { Endings } from './endings.service.ts';
import type { Leases } from './leases.service.ts';
import { passKnown } from './repeats.service.ts';
import { BegunElsewhereError, type SessionStore } from './session-store.service.ts';
import type { GoOn } from './session-upload.service.ts';
import { sessionTurn, type Turn, type Turns } from './turns.service.ts';
import { isRequestFull } from './uploads.errors.ts';
import { findBlobSha256 } from './uploads.repo.ts';
import { roomFor } from './uploads.rules.ts';
import type { Arrival, UploadOutcome, UploadWish } from './uploads.types.ts';

export interface NamedUploadDeps {
  readonly db: Db;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly createChecksum: CreateChecksum;
  readonly targets: FileTargets;
  readonly usage: UsageService;
  readonly admission: AdmissionService;
  readonly turns: Turns;
  readonly leases: Leases;
  readonly store: SessionStore;
  readonly endings: Endings;
  readonly goOn: GoOn;
}

/** Takes bytes in for an upload that has a name, and can therefore be continued by any request to any server. */
export type ReceiveNamed = (arrival: Arrival, name: string) => Promise<UploadOutcome>;

/** An upload that bytes may come for, and its room. */
interface Admitted {
  readonly session: UploadSessionRow;
  readonly wish: UploadWish;
  readonly limits: Admission;
  readonly hold: Hold;
}

/** The way of an upload that has a name: held by one server at a time, and counted as far as its bytes are durable. */
export const createNamedUpload = ({
  db,
  blobs,
  clock,
  createChecksum,
  targets,
  usage,
  admission,
  turns,
  leases,
  store,
  endings,
  goOn,
}: NamedUploadDeps): ReceiveNamed => {
  /**
   * Answers a request for an upload that is finished, as if its answer had been lost; undefined where the
   * file is gone.
   */
  const repeat = async (
    session: UploadSessionRow,
    { actor, ...request }: Omit<Arrival, 'own'> & { readonly turn: Turn },
  ): Promise<UploadOutcome | undefined> => {
    const { staging_key: key, received: size } = session;
    const item = session.item_id === null ? undefined : await targets.findOwn(db, actor, session.item_id);
    if (item === undefined) {
      await store.drop(session);
      return undefined;
    }
    request.turn.position = size;
    const sha256 = await findBlobSha256(db, key);
    const count = (bytes: number): void => usage.countTraffic(item.owner_id, { upload: bytes });
    await passKnown(blobs, { key: normaliseKey(key), size, sha256 }, { ...request, createChecksum, count });
    return request.wish.isLast
      ? { kind: 'done', item }
      : { kind: 'progress', uploadId: session.name, offset: size };
  };

  /** Whose page was loaded again begins anew: what they sent before must not stand in their way. */
  const makingRoom = async <T>(principal: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!isRequestFull(error) || !(await endings.endGivenUp(principal))) throw error;
      return work();
    }
  };

  /** Looks whether the bytes may come, for an upload that goes on or, where there is none, for one that begins. */
  const admit = async (
    { actor, wish, own }: Arrival,
    name: string,
    open: UploadSessionRow | undefined,
  ): Promise<Admitted> => {
    own.session = open?.id;
    own.bytes = open?.received ?? 0;
    const size = wish.size ?? open?.size ?? undefined;
    const known: UploadWish = { ...wish, size };
    const start = wish.offset ?? open?.received ?? 0;
    const limits = await admission.open(actor, known, { start, own });
    const hold = await usage.hold(limits.account, {
      id: open?.id ?? createId(clock.now()),
      lease: 'session',
      begun: open !== undefined,
      length: announcedBy(actor, size ?? wish.expected),
    });
    const session = open ?? (await store.open({ actor, name, wish, hold, bytes: roomFor(known, 0) }));
    return { session, wish: known, limits, hold };
  };

  const receive = async (arrival: Arrival, name: string, turn: Turn): Promise<UploadOutcome> => {
    const { actor, wish, body, own } = arrival;
    const principal = principalOf(actor);
    const proceed = ({ session, wish: known, limits, hold }: Admitted): Promise<UploadOutcome> => {
      own.session = session.id;
      return goOn(session, { actor, wish: known, body, turn, admission: limits, hold });
    };
    const found = await leases.take({ principal, name });
    if (found?.state === 'open') {
      return leases.during(found, turn, async () => {
        await store.verify(found, wish);
        const admitted = makingRoom(principal, () => admit(arrival, name, found));
        return proceed(
          await admitted.catch(async (error: unknown) => {
            // It would only stand in the way of a smaller file.
            if (isRequestFull(error)) await store.forget(found);
            throw error;
          }),
        );
      });
    }
    if (found !== undefined) {
      await store.verify(found, wish);
      const answer = await repeat(found, { actor, wish, body, turn });
      if (answer !== undefined) return answer;
    }
    const begun = await makingRoom(principal, () => admit(arrival, name, undefined));
    return leases.during(begun.session, turn, () => proceed(begun));
  };

  return (arrival, name) => {
    const principal = principalOf(arrival.actor);
    return turns.take(sessionTurn({ principal, name }), arrival.body.abort, async (turn) => {
      for (;;) {
        try {
          return await receive(arrival, name, turn);
        } catch (error) {
          if (!(error instanceof BegunElsewhereError)) throw error;
        }
      }
    });
  };
};
