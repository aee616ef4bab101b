import { setImmediate as turn } from 'node:timers/promises';
import type { BodyOf } from '@holdall/contract/endpoint';
import type { createFileRequest, updateFileRequest } from '@holdall/contract/file-requests';
import type { Updateable } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { FileRequestRow, FileRequestsTable } from '#db/tables/links.ts';
import type { NewActivity } from '#features/activity/index.ts';
import { limits, type LimitsService } from '#features/auth/index.ts';
import { listTrashed, resolveItem } from '#features/files/index.ts';
import { findLocales, findOwner, nameOf, newToken, stateOfRequest } from '#features/links/index.ts';
import type { MailService } from '#features/mail/index.ts';
import { emailKey } from '#features/users/index.ts';
import { originOf, type UserActor } from '#lib/actor.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#ports/clock.ts';
import { type Events, filesEvent } from '#ports/events.ts';
import { createId, firstIdOf } from '#ports/ids.ts';
import {
  findFolderName,
  findOwnRequest,
  insertRequest,
  listOwnRequests,
  removeOldRequests,
  removeRequest,
  removeRequestsOf,
  removeSomeReceivedBefore,
  removeSomeReceivedOf,
  updateRequest,
} from './requests.repo.ts';
import { deadlineOf, keptFor, refuseOpening } from './requests.rules.ts';
import type { OwnRequest, RequestsPage } from './requests.types.ts';

/** An owner's operations on their requests for files. */
export interface RequestsService {
  /** @throws item.not_found (also for an item in the trash), item.parent_is_file, limit.too_many; request.invalid */
  create(actor: UserActor, input: BodyOf<typeof createFileRequest>): Promise<OwnRequest>;
  /** Lists requests, the latest first. */
  list(
    actor: UserActor,
    query: { readonly before?: string | undefined; readonly limit: number },
  ): Promise<RequestsPage>;
  /** @throws file_request.not_found */
  get(actor: UserActor, token: string): Promise<OwnRequest>;
  /** @throws file_request.not_found; request.invalid if these limits would keep it full */
  update(actor: UserActor, token: string, input: BodyOf<typeof updateFileRequest>): Promise<OwnRequest>;
  /** @throws file_request.not_found */
  remove(actor: UserActor, token: string): Promise<void>;
  /** Deletes all requests of an account that is deleted. @throws the signal's reason; the next call continues */
  erase(userId: string, signal: AbortSignal): Promise<void>;
  /** Deletes requests that ended long ago, and old receipts. */
  sweep(): Promise<void>;
}

export interface RequestsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: Events;
  readonly limits: LimitsService;
  readonly mail: MailService;
  readonly record: (on: Db, entry: NewActivity) => Promise<void>;
}

export const createRequestsService = ({
  db,
  clock,
  events,
  limits: counted,
  mail,
  record,
}: RequestsDeps): RequestsService => {
  const own = async (on: Db, actor: UserActor, token: string): Promise<FileRequestRow> => {
    const request = await findOwnRequest(on, { ownerId: actor.id, token, lock: on !== db });
    if (request === undefined) throw new AppError('file_request.not_found');
    return request;
  };

  const seen = async (request: FileRequestRow, folder: string | undefined): Promise<OwnRequest> => {
    const away = folder === undefined || (await listTrashed(db, [request.folder_id])).size > 0;
    return { request, state: stateOfRequest(request, clock.now()), folder: away ? null : folder };
  };

  /** Makes the owner's other pages refetch the request. */
  const announceToOwner = (
    actor: UserActor,
    { owner_id: ownerId, folder_id: folderId }: FileRequestRow,
  ): void => events.publish(filesEvent({ ownerId, origin: originOf(actor), containers: [folderId] }));
  /** Makes the server check uploads in progress by the link again. */
  const announceToGuests = ({ id }: FileRequestRow): void =>
    events.publish({ kind: 'link-changed', linkId: id });

  const note = (
    trx: Trx,
    actor: UserActor,
    { kind, name }: { kind: 'file_request.changed' | 'file_request.deleted'; name: string },
  ): Promise<void> => record(trx, { kind, actorId: actor.id, userId: actor.id, details: { name } });

  const mailTo = async (trx: Trx, to: string, request: FileRequestRow): Promise<void> => {
    const from = nameOf(await findOwner(trx, request.owner_id));
    const link = mail.link(`/request/${request.token}`);
    const { name, note: message, deadline } = request;
    const key = emailKey(to);
    const localeOf = await findLocales(trx, request.owner_id, [key]);
    await mail.send(trx, {
      template: 'files_requested',
      to,
      ...localeOf(key),
      values: { link, from, name, message },
      ...(deadline === null ? {} : { until: deadline }),
    });
  };

  return {
    create: async (actor, { folder_id: id, email, deadline, ...input }) => {
      const end = deadlineOf(deadline, clock.now());
      const isMailed = email !== undefined && email !== null;
      if (isMailed && actor.demo === true) throw new AppError('demo.refused');
      if (isMailed) await counted.count(`mail:link:${actor.id}`, limits.linksMailed);
      const { request, folder } = await inTransaction(db, async (trx) => {
        const now = clock.now();
        const item = await resolveItem(trx, actor, { id, action: 'add' });
        if (item.type !== 'folder') throw new AppError('item.parent_is_file');
        const made = await insertRequest(trx, {
          id: createId(now),
          token: newToken(),
          owner_id: actor.id,
          folder_id: id,
          ...input,
          deadline: end,
          created_at: now,
        });
        await record(trx, {
          kind: 'file_request.created',
          actorId: actor.id,
          userId: actor.id,
          details: { name: made.name, mailed: isMailed },
        });
        if (isMailed) await mailTo(trx, email, made);
        return { request: made, folder: item.name };
      });
      mail.nudge();
      announceToOwner(actor, request);
      return seen(request, folder);
    },
    list: async (actor, { before, limit }) => {
      const found = await listOwnRequests(db, { ownerId: actor.id, before, limit: limit + 1 });
      const rows = found.slice(0, limit);
      const away = await listTrashed(
        db,
        rows.map((row) => row.folder_id),
      );
      const requests = rows.map(({ folder, ...request }) => ({
        request,
        state: stateOfRequest(request, clock.now()),
        folder: away.has(request.folder_id) ? null : folder,
      }));
      return { requests, next: found.length > limit ? (rows.at(-1)?.id ?? null) : null };
    },
    get: async (actor, token) => {
      const request = await own(db, actor, token);
      return seen(request, await findFolderName(db, request.folder_id));
    },
    update: async (actor, token, { seen: isVisibleName, state, deadline, ...input }) => {
      let isOnlySeen = false;
      const request = await inTransaction(db, async (trx) => {
        const now = clock.now();
        const before = await own(trx, actor, token);
        const changes: Updateable<FileRequestsTable> = {
          ...input,
          ...(deadline === undefined ? {} : { deadline: deadlineOf(deadline, now) }),
          ...(state === undefined
            ? {}
            : { closed_at: state === 'active' ? null : (before.closed_at ?? now) }),
          ...(isVisibleName === true ? { unseen: 0 } : {}),
        };
        const after = await updateRequest(trx, before.id, changes);
        if (state === 'active') refuseOpening(after, now);
        isOnlySeen = Object.keys(changes).every((field) => field === 'unseen');
        if (!isOnlySeen) await note(trx, actor, { kind: 'file_request.changed', name: after.name });
        return after;
      });
      if (!isOnlySeen) announceToGuests(request);
      announceToOwner(actor, request);
      return seen(request, await findFolderName(db, request.folder_id));
    },
    remove: async (actor, token) => {
      const request = await inTransaction(db, async (trx) => {
        const { id, closed_at: closed } = await own(trx, actor, token);
        return updateRequest(trx, id, { closed_at: closed ?? clock.now() });
      });
      announceToGuests(request);
      // Deletes in batches, so that other requests do not wait.
      while (await removeSomeReceivedOf(db, { requestId: request.id })) await turn();
      await inTransaction(db, async (trx) => {
        const { id, name } = await own(trx, actor, token);
        await removeRequest(trx, id);
        await note(trx, actor, { kind: 'file_request.deleted', name });
      });
      announceToGuests(request);
      announceToOwner(actor, request);
    },
    erase: async (userId, signal) => {
      while (await removeSomeReceivedOf(db, { ownerId: userId })) {
        await turn();
        signal.throwIfAborted();
      }
      await removeRequestsOf(db, userId);
    },
    sweep: async () => {
      const before = clock.now() - keptFor;
      const firstId = firstIdOf(before);
      while (await removeSomeReceivedBefore(db, firstId)) await turn();
      await removeOldRequests(db, { before, firstId });
    },
  };
};
