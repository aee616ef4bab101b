import type { Db } from '#db/database.ts';
import type { UploadSessionRow } from '#db/tables/files.ts';
import type { FileTargets } from '#features/files/index.ts';
import type { SettingsService } from '#features/settings/index.ts';
import type {
  AnnouncedLength,
  QuotaReservation,
  ReservationKind,
  UsageService,
} from '#features/usage/index.ts';
import type { Actor } from '#lib/actor.ts';
import type { Clock } from '#ports/clock.ts';
import { createId } from '#ports/ids.ts';
import type { Arrival } from './upload-request.ts';
import { beyondRequest, blockedType, overLimit, uploadMismatch } from './uploads.errors.ts';
import { sumStaged } from './uploads.repo.ts';
import { blockedEntry } from './uploads.rules.ts';

/** A request that may bring its bytes: the limits, as they were when it arrived, and the quota for its file. */
export interface Admission {
  readonly reservation: QuotaReservation;
  /** Called with the number of bytes received of the file so far. Throws when the limits let it not grow that large. */
  readonly limit: (length: number) => void;
  /** As `limit`, and reserves quota for the bytes: a promise is awaited. */
  readonly admit: (length: number) => Promise<void> | undefined;
  /** Throws when the first bytes show a blocked type. */
  readonly inspect: (head: Uint8Array) => void;
  /** Counts received bytes as traffic of the account. */
  readonly count: (bytes: number) => void;
}

export interface Admissions {
  /**
   * Refuses whatever can be refused before any byte is read, and opens the file's reservation, which reserves
   * nothing yet. The bytes of a guest of a request for files count against its limit until `close`.
   *
   * @param open the upload that the request continues
   * @throws upload.over_limit, file_request.full, upload.blocked_type, upload.disabled, item.not_found,
   *   item.parent_is_file, item.name_taken
   */
  open(arrival: Arrival, kind: ReservationKind, open?: UploadSessionRow): Promise<Admission>;
  /** Ends a request, whether or not it was admitted. */
  close(arrival: Arrival): void;
}

export interface AdmissionsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly targets: Pick<FileTargets, 'check'>;
  readonly settings: SettingsService;
  readonly usage: UsageService;
}

/** The bytes of an upload that a request brings now. */
interface Arriving {
  readonly id: string;
  /** Bytes received of the file, in this request and before. */
  bytes: number;
}

/** Returns the request for files that a guest sends to. */
const requestOf = (actor: Actor): string | undefined =>
  actor.kind === 'guest' && actor.via === 'request' ? actor.linkId : undefined;

/**
 * Returns how far the announced length of a file is trusted. A guest's claim reserves nothing.
 *
 * @param bytes undefined: none was announced
 */
const announcedLengthOf = (actor: Actor, bytes: number | undefined): AnnouncedLength => {
  if (actor.kind === 'guest') return 'claimed';
  return bytes === undefined ? 'unknown' : 'known';
};

export const createAdmissions = ({ db, clock, targets, settings, usage }: AdmissionsDeps): Admissions => {
  /** Uploads under way, by the request for files that they are sent to. A whole upload has no row before it ends. */
  const arriving = new Map<string, Map<Arrival, Arriving>>();

  /**
   * Counts an upload against the limit of a request for files.
   *
   * @returns the room for its file, which other uploads that arrive make smaller
   */
  const roomFor = async (arrival: Arrival, own: Arriving): Promise<() => number> => {
    const { actor } = arrival;
    const link = requestOf(actor);
    if (link === undefined) return () => Number.POSITIVE_INFINITY;
    const all = arriving.get(link) ?? new Map<Arrival, Arriving>();
    arriving.set(link, all.set(arrival, own));
    const idle = await sumStaged(db, { link, except: [...all.values()].map(({ id }) => id) });
    const limit = (actor.kind === 'guest' ? actor.room?.bytes : undefined) ?? Number.POSITIVE_INFINITY;
    return () =>
      [...all.values()].reduce((room, one) => (one === own ? room : room - one.bytes), limit - idle);
  };

  const open: Admissions['open'] = async (arrival, kind, begun) => {
    const { actor, input } = arrival;
    const size = (begun === undefined ? input.size : begun.size) ?? undefined;
    const own = { id: begun?.id ?? createId(clock.now()), bytes: begun?.received ?? 0 };
    const [rules, room] = [await settings.current(), await roomFor(arrival, own)];
    const { upload_limit: limit, mimetypes_blacklist: blacklist } = rules;
    const clues = { name: input.target.name, extension: input.extension, declared: input.declaredType };
    const inspect = (head: Uint8Array | undefined): void => {
      const entry = blockedEntry(blacklist, { ...clues, head });
      if (entry !== undefined) throw blockedType(entry);
    };
    const refuse = (length: number): void => {
      if (limit > 0 && length > limit) throw overLimit();
      const left = room();
      if (length > left) throw beyondRequest(left);
      if (size !== undefined && length > size) {
        throw uploadMismatch('There are more bytes than the size that was declared.');
      }
    };
    const start = input.offset ?? own.bytes;
    inspect(undefined);
    refuse(size ?? start);
    if (input.length !== undefined) refuse(start + input.length);
    const ownerId = await targets.check(actor, input.target);
    const reservation = await usage.openReservation(await usage.accountOf(ownerId, rules), {
      id: own.id,
      kind,
      mayExist: begun !== undefined,
      length: announcedLengthOf(actor, size ?? input.expected),
      // Guests must not cost the owner the versions of other files.
      mayEvict: actor.kind !== 'guest',
    });
    const limitTo = (length: number): void => {
      refuse(length);
      own.bytes = length;
    };
    return {
      reservation,
      limit: limitTo,
      admit: (length) => {
        limitTo(length);
        return reservation.grow(length);
      },
      inspect,
      count: (bytes) => usage.countTraffic(ownerId, { upload: bytes }),
    };
  };

  const close: Admissions['close'] = (arrival) => {
    const link = requestOf(arrival.actor);
    if (link === undefined) return;
    const all = arriving.get(link);
    all?.delete(arrival);
    if (all?.size === 0) arriving.delete(link);
  };

  return { open, close };
};
