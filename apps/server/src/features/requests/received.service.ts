import type { Db, Trx } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { FileRequestRow, ReceivedFileRow } from '#db/tables/links.ts';
import type { NewActivity } from '#features/activity/index.ts';
import { limits, type LimitsService } from '#features/auth/index.ts';
import { resolveItem } from '#features/files/index.ts';
import type { JobsService } from '#features/jobs/index.ts';
import { findOwner, newVisit, requireFileRequest, stateOfRequest, writePass } from '#features/links/index.ts';
import type { MailService } from '#features/mail/index.ts';
import type { UsageService } from '#features/usage/index.ts';
import type { GuestActor } from '#lib/actor.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#ports/clock.ts';
import { type Events, filesEvent } from '#ports/events.ts';
import {
  findFolderName,
  findLastUnmailed,
  findRecipient,
  listReceived,
  markMailed,
  sumReceived,
} from './requests.repo.ts';
import { askAgainAfter, isGone, isSuspended, keyOf, mailAfter, nextMinute } from './requests.rules.ts';
import type { OpenedRequestFacts, MailScope } from './requests.types.ts';

const jobKind = 'file-request';
/** Files that a receipt lists. */
const listedAtMost = 10_000;
/** Files whose names a mail lists. */
const mailedAtMost = 20;

/** The guest's view of a request, and the notification of its owner. */
export interface ReceivedService {
  /**
   * Returns the request, and the files of this visit. A guest's first call begins their visit.
   *
   * @returns also the link's cookie, if the guest needs another one
   */
  view(guest: GuestActor): Promise<OpenedRequestFacts & { readonly cookie: string | undefined }>;
  /**
   * Notifies the owner of files of this visit that no mail has named; after many mails, together with those of
   * other visits.
   */
  finish(guest: GuestActor): Promise<void>;
  /** Schedules a mail to the owner after a file was received: some time after the last file of its visit. */
  expect(trx: Trx, guest: GuestActor): Promise<void>;
}

export interface ReceivedDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: Events;
  readonly jobs: JobsService;
  readonly limits: LimitsService;
  readonly mail: MailService;
  readonly usage: Pick<UsageService, 'isFull'>;
  readonly record: (on: Db, entry: NewActivity) => Promise<void>;
}

export const createReceivedService = ({
  db,
  clock,
  events,
  jobs,
  limits: counted,
  mail,
  usage,
  record,
}: ReceivedDeps): ReceivedService => {
  /** Returns when a request may send its next mail, because anybody can be its guest. @returns undefined: now */
  const mailableAt = async (trx: Trx, requestId: string): Promise<number | undefined> => {
    try {
      await counted.count(`mail:request:${requestId}`, limits.receivedMailed, trx);
      return undefined;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'limit.too_many') throw error;
      return clock.now() + (error.details.retryAfter ?? 0) * 1000;
    }
  };

  const plan = (mailScope: MailScope, at: number, on?: Trx): Promise<void> => {
    const runAt = nextMinute(at);
    return jobs.enqueue(
      [{ kind: jobKind, payload: mailScope, dedupeKey: keyOf(mailScope, runAt), runAt }],
      on,
    );
  };

  const mailOwner = async (
    trx: Trx,
    request: FileRequestRow,
    files: readonly Pick<ReceivedFileRow, 'name' | 'size'>[],
  ): Promise<void> => {
    const recipient = await findRecipient(trx, request.owner_id);
    if (recipient === undefined) return;
    const size = files.reduce((sum, file) => sum + file.size, 0);
    await mail.send(trx, {
      template: 'files_received',
      to: recipient.email,
      values: {
        link: mail.link(`/platform/files/${request.folder_id}`),
        name: request.name,
        folder: (await findFolderName(trx, request.folder_id)) ?? request.name,
        count: files.length,
        size,
        files: files.slice(0, mailedAtMost).map((file) => ({ name: file.name, size: file.size })),
      },
      ...(recipient.locale === null ? {} : { locale: recipient.locale }),
    });
  };

  const tellOwner = async (mailScope: MailScope): Promise<void> => {
    const request = await inTransaction(db, async (trx) => {
      const query = { by: 'id', value: mailScope.requestId, lock: true, closed: true } as const;
      const found = await requireFileRequest(trx, query, clock.now());
      if ((await findLastUnmailed(trx, mailScope)) === undefined) return undefined;
      const later = await mailableAt(trx, found.id);
      // One later mail then names all files that were received meanwhile, of all senders.
      if (later !== undefined) {
        await plan({ requestId: found.id }, later, trx);
        return undefined;
      }
      const files = (await markMailed(trx, mailScope, clock.now())).toSorted((a, b) =>
        a.id < b.id ? -1 : 1,
      );
      const details = { name: found.name, count: files.length };
      await record(trx, { kind: 'file_request.received', actorId: null, userId: found.owner_id, details });
      await mailOwner(trx, found, files);
      return found;
    });
    if (request === undefined) return;
    mail.nudge();
    events.publish(
      filesEvent({ ownerId: request.owner_id, origin: undefined, containers: [request.folder_id] }),
    );
  };

  jobs.handle(jobKind, {
    run: async (payload) => {
      const mailScope = payload as MailScope;
      const last = await findLastUnmailed(db, mailScope);
      if (last === undefined) return;
      // While the visit continues, each file has scheduled its own check.
      if (mailScope.visit !== undefined && last + mailAfter > clock.now()) return;
      try {
        await tellOwner(mailScope);
      } catch (error) {
        if (isGone(error)) return;
        if (!isSuspended(error)) throw error;
        await plan(mailScope, clock.now() + askAgainAfter);
      }
    },
  });

  const isFolderThere = async (guest: GuestActor): Promise<boolean> => {
    try {
      await resolveItem(db, guest, { id: guest.rootId, action: 'add' });
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'item.not_found') return false;
      throw error;
    }
  };

  return {
    view: async (guest) => {
      const { linkId: requestId, ownerId, visit } = guest;
      const request = await requireFileRequest(db, { by: 'id', value: requestId, closed: true }, clock.now());
      const owner = await findOwner(db, ownerId);
      if (owner === undefined) throw new AppError('file_request.not_found');
      const own = stateOfRequest(request, clock.now());
      // Without its folder it accepts nothing, which is all that its guests learn.
      const state = own === 'active' && !(await isFolderThere(guest)) ? 'filled' : own;
      return {
        request,
        state,
        owner,
        received: visit === undefined ? [] : await listReceived(db, { requestId, visit }, listedAtMost),
        sent: visit === undefined ? { count: 0, size: 0 } : await sumReceived(db, { requestId, visit }),
        canUpload:
          state === 'active' && guest.canUpload && !(await usage.isFull(ownerId, { mayEvict: false })),
        cookie: visit === undefined ? writePass({ visit: newVisit() }) : undefined,
      };
    },
    finish: ({ linkId: requestId, visit = '' }) => tellOwner({ requestId, visit }),
    // Senders without a cookie share one visit, so their files are named together.
    expect: (trx, { linkId: requestId, visit = '' }) =>
      plan({ requestId, visit }, clock.now() + mailAfter, trx),
  };
};
