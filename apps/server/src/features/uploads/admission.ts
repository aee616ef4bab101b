import type { Db, Trx } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { ItemRow } from '#db/tables/files.ts';
import type { FileTargets } from '#features/files/index.ts';
import type { SettingsService } from '#features/settings/index.ts';
import type { Stores } from '#features/storage/index.ts';
import type { Account, AnnouncedLength, QuotaReservation, UsageService } from '#features/usage/index.ts';
import { type Actor, originOf } from '#lib/actor.ts';
import type { Checksum } from '#lib/checksum.ts';
import { categoryOf, mediaTypeOf } from '#lib/media/media-type.ts';
import { BlobAbsentError, type BlobKey, BlobStoreAwayError } from '#ports/blob-store.ts';
import { type Events, filesEvent } from '#ports/events.ts';
import { beyondRequest, blockedType, overLimit, uploadMismatch } from './uploads.errors.ts';
import { blockedEntry } from './uploads.rules.ts';
import type { BudgetEntry } from './request-budget.ts';
import type { UploadInput } from './upload-request.ts';

/** The limits of one request, as they were when it arrived. */
export interface Admission {
  /** The account whose quota the file counts against. */
  readonly account: Account;
  /** Called with the number of bytes received of the file so far. Throws when the file may not grow that large. */
  readonly admit: (length: number) => void;
  /** Throws when the first bytes show a blocked type. */
  readonly inspect: (head: Uint8Array) => void;
  /** Counts received bytes as traffic of the account. */
  readonly count: (bytes: number) => void;
}

export interface StagedFile {
  /** The store in which it is staged. */
  readonly storeId: string;
  readonly key: BlobKey;
  /** Bytes, all of them staged and flushed. */
  readonly size: number;
  readonly checksum: Checksum;
  readonly head: Uint8Array;
  /** The quota that is reserved for the file. */
  readonly reservation: QuotaReservation;
  /** Verifies the published bytes before they are recorded. @param sha256 the expected hash */
  readonly prove?: (sha256: string) => Promise<void>;
  /** Further changes that belong in the transaction that records the file. */
  readonly record?: (trx: Trx, item: ItemRow) => Promise<void>;
}

export interface AdmissionService {
  /**
   * Refuses whatever can be refused before any byte is read.
   *
   * @param begun the offset of the request's bytes in the file, and the budget entry of the upload
   * @throws upload.over_limit, file_request.full, upload.blocked_type, upload.disabled, item.not_found,
   *   item.parent_is_file, item.name_taken
   */
  open(
    actor: Actor,
    input: UploadInput,
    begun: { readonly start: number; readonly budget: BudgetEntry },
  ): Promise<Admission>;
  /**
   * Turns staged bytes into a file. It publishes them durably, records the file and commits its reservation
   * in one transaction, and emits the events afterwards.
   *
   * @throws storage.exceeded when the reservation has expired meanwhile and there is no room;
   *   BlobStoreAwayError when the store was retired meanwhile
   */
  publish(actor: Actor, input: UploadInput, file: StagedFile): Promise<ItemRow>;
}

export interface AdmissionDeps {
  readonly db: Db;
  readonly stores: Pick<Stores, 'get'>;
  readonly targets: FileTargets;
  readonly settings: SettingsService;
  readonly usage: UsageService;
  readonly events: Events;
}

/**
 * Returns how far the announced length of a file is trusted. A guest's claim reserves nothing.
 *
 * @param bytes undefined: none was announced
 */
export const announcedLengthOf = (actor: Actor, bytes: number | undefined): AnnouncedLength => {
  if (actor.kind === 'guest') return 'claimed';
  return bytes === undefined ? 'unknown' : 'known';
};

/**
 * The bytes that the files of a request for files, finished or not, may take in all, as of when the guest was
 * let in.
 */
const requestLimitOf = (actor: Actor): number =>
  (actor.kind === 'guest' ? actor.room?.bytes : undefined) ?? Number.POSITIVE_INFINITY;

export const createAdmissionService = ({
  db,
  stores,
  targets,
  settings,
  usage,
  events,
}: AdmissionDeps): AdmissionService => ({
  open: async (actor, input, { start, budget }) => {
    const [rules, idleBytes] = [await settings.current(), await budget.idleBytes()];
    const { upload_limit: limit, mimetypes_blacklist: blacklist } = rules;
    const clues = { name: input.target.name, extension: input.extension, declared: input.declaredType };
    const inspect = (head: Uint8Array | undefined): void => {
      const entry = blockedEntry(blacklist, { ...clues, head });
      if (entry !== undefined) throw blockedType(entry);
    };
    const refuse = (length: number): void => {
      if (limit > 0 && length > limit) throw overLimit();
      const room = requestLimitOf(actor) - idleBytes - budget.activeBytes();
      if (length > room) throw beyondRequest(room);
      if (input.size !== undefined && length > input.size) {
        throw uploadMismatch('There are more bytes than the size that was declared.');
      }
    };
    const admit = (length: number): void => {
      refuse(length);
      budget.bytes = length;
    };
    inspect(undefined);
    refuse(input.size ?? start);
    if (input.length !== undefined) refuse(start + input.length);
    const ownerId = await targets.check(actor, input.target);
    const account = await usage.accountOf(ownerId, rules);
    const count = (bytes: number): void => usage.countTraffic(ownerId, { upload: bytes });
    return { account, admit, inspect, count };
  },
  publish: async (actor, input, { storeId, key, size, checksum, head, reservation, prove, record }) => {
    const mimetype = mediaTypeOf(input.target.name, head);
    const category = categoryOf(mimetype);
    const blob = { store_id: storeId, key, size, ...(await checksum.sums()) };
    await stores
      .get(storeId)
      .publish(key, size)
      .catch((error: unknown) => {
        // Another server has ended the upload meanwhile.
        throw error instanceof BlobAbsentError
          ? new BlobStoreAwayError(error.message, { cause: error })
          : error;
      });
    await prove?.(blob.sha256);
    const { item, madeIn } = await inTransaction(db, async (trx) => {
      const file = { ...input.target, blob, mimetype, category, lastModified: input.lastModified };
      const inserted = await targets.insertFile(trx, actor, file);
      await record?.(trx, inserted.item);
      await reservation.commit(trx, { size, category });
      return inserted;
    });
    const { owner_id: ownerId, blob_id: blobId } = item;
    events.publish(
      filesEvent({
        ownerId,
        origin: originOf(actor),
        containers: [...madeIn, item.parent_id],
        itemIds: [item.id],
        trash: input.target.onConflict === 'replace',
        tree: madeIn.length > 0,
        storage: true,
      }),
    );
    if (blobId !== null) {
      events.publish({ kind: 'file-stored', ownerId, itemId: item.id, blobId, mimetype });
    }
    return item;
  },
});
