import { linkToken } from '@holdall/contract/shares';
import type { Db } from '#db/database.ts';
import type { ItemRow } from '#db/tables/files.ts';
import type { ActivityService } from '#features/activity/index.ts';
import type { LimitsService } from '#features/auth/index.ts';
import { resolveItem } from '#features/files/index.ts';
import {
  findOwner,
  isProven,
  type LinkPass,
  newVisit,
  proofOf,
  readPass,
  requireFileRequest,
  requireShare,
  restrictionsOf,
  roomOfRequest,
  type ShareWithOwner,
  visitKey,
  writePass,
} from '#features/links/index.ts';
import type { Collection, GuestActor } from '#lib/actor.ts';
import type { Caller } from '#lib/caller.ts';
import type { LinkAccessRequest } from '#http/request-context.ts';
import { AppError } from '#lib/app-error.ts';
import { networkOf } from '#lib/http/network-of.ts';
import type { Clock } from '#ports/clock.ts';
import type { PasswordHasher } from '#ports/hasher.ts';
import { type Sealer, UnsealableError } from '#ports/sealer.ts';
import { findCollection } from './collection-members.ts';
import type { OpenedFacts } from './guests.types.ts';
import { countVisit } from './guests.repo.ts';
import { createUnlockLimits } from './unlock-limits.ts';

/** The credentials of a request by a link. */
export interface LinkRequest {
  readonly token: string;
  /** The link's cookie, as sent. */
  readonly cookie: string | undefined;
}

export interface GuestsService {
  /**
   * Lets a guest in by a link.
   *
   * @throws share.not_found (also if the shared item is gone or in the trash), share.expired, share.unavailable,
   *   share.locked, share.forbidden; for requests file_request.not_found, file_request.closed, file_request.full,
   *   share.unavailable
   */
  open(request: LinkAccessRequest): Promise<GuestActor>;
  /**
   * Returns the target of a link. A guest's first call begins their visit, except for a mere check of existence.
   *
   * @returns the link's cookie, if the guest needs another one
   */
  view(
    guest: GuestActor,
    options: { readonly begins: boolean },
  ): Promise<OpenedFacts & { readonly cookie: string | undefined }>;
  /**
   * Verifies the password of a link.
   *
   * @returns the link's cookie, the type of its target, and the link's id
   * @throws share.wrong_password, limit.too_many, and what `open` throws for links without a password
   */
  unlock(
    request: LinkRequest & { readonly password: string; readonly caller: Caller },
  ): Promise<{ readonly cookie: string; readonly type: ItemRow['type']; readonly linkId: string }>;
}

export interface GuestsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
  readonly sealer: Sealer;
  readonly limits: LimitsService;
  /** Records events that anybody can cause at will. */
  readonly gather: ActivityService['gather'];
}

export const createGuestsService = ({
  db,
  clock,
  hasher,
  sealer,
  limits,
  gather,
}: GuestsDeps): GuestsService => {
  const countUnlock = createUnlockLimits(limits);
  /**
   * Seals a visit whose guest has entered the link's password; it stays valid after the password changes, and
   * cannot be forged.
   */
  const sealVisit = (linkId: string, visit: string): string => sealer.seal(visit, `link-visit:${linkId}`);
  const isReturning = (linkId: string, { visit, sealedVisit }: LinkPass): boolean => {
    if (sealedVisit === undefined) return false;
    try {
      return sealer.open(sealedVisit, `link-visit:${linkId}`) === visit;
    } catch (error) {
      if (error instanceof UnsealableError) return false;
      throw error;
    }
  };

  const guestOf = (
    share: ShareWithOwner,
    {
      token,
      pass,
      collection,
    }: {
      readonly token: string;
      readonly pass: LinkPass | undefined;
      readonly collection: Collection | undefined;
    },
  ): GuestActor => ({
    kind: 'guest',
    via: 'share',
    linkId: share.id,
    token,
    ownerId: share.owner_id,
    rootId: share.item_id,
    collection,
    rights: share.permission,
    visit: pass && visitKey(pass.visit),
    passwordHash: share.password_hash,
    downloadLimit: share.download_limit,
    ...restrictionsOf(share),
  });

  /** Finds a link with its target, locked or not. */
  const find = async ({
    token,
    cookie,
  }: LinkRequest): Promise<{ guest: GuestActor; item: ItemRow; pass: LinkPass | undefined }> => {
    if (!linkToken.safeParse(token).success) throw new AppError('share.not_found');
    const share = await requireShare(db, { by: 'token', value: token }, clock.now());
    const pass = readPass(cookie);
    const collection = await findCollection(db, share);
    // All of its items are in the trash.
    if (collection?.members.size === 0) throw new AppError('share.not_found', { linkId: share.id });
    const guest = guestOf(share, { token, pass, collection });
    try {
      return { guest, pass, item: await resolveItem(db, guest, { id: guest.rootId, action: 'view' }) };
    } catch (error) {
      // The target is purged or in the trash, so the link is not found.
      throw error instanceof AppError && error.code === 'item.not_found'
        ? new AppError('share.not_found', { linkId: share.id })
        : error;
    }
  };

  const openShare = async (request: LinkAccessRequest): Promise<GuestActor> => {
    const { guest, item, pass } = await find(request);
    const { passwordHash, linkId } = guest;
    if (passwordHash !== null && (pass === undefined || !isProven(pass, { linkId, passwordHash })))
      throw new AppError('share.locked', { shared: item.type, linkId });
    if (request.edits === true && guest.rights !== 'editor')
      throw new AppError('share.forbidden', { linkId });
    return guest;
  };

  const openRequest = async ({ token, cookie, closed }: LinkAccessRequest): Promise<GuestActor> => {
    if (!linkToken.safeParse(token).success) throw new AppError('file_request.not_found');
    const request = await requireFileRequest(
      db,
      { by: 'token', value: token, closed: closed === true },
      clock.now(),
    );
    const pass = readPass(cookie);
    return {
      kind: 'guest',
      via: 'request',
      linkId: request.id,
      token,
      ownerId: request.owner_id,
      rootId: request.folder_id,
      rights: 'sender',
      visit: pass && visitKey(pass.visit),
      passwordHash: null,
      downloadLimit: null,
      room: closed === true ? undefined : roomOfRequest(request),
      ...restrictionsOf(request),
    };
  };

  return {
    view: async (guest, { begins }) => {
      const [share, item, owner] = await Promise.all([
        requireShare(db, { by: 'id', value: guest.linkId }, clock.now()),
        resolveItem(db, guest, { id: guest.rootId, action: 'view' }),
        findOwner(db, guest.ownerId),
      ]);
      if (owner === undefined) throw new AppError('share.not_found');
      if (guest.visit !== undefined || !begins) return { guest, share, item, owner, cookie: undefined };
      await countVisit(db, share.id);
      return { guest, share, item, owner, cookie: writePass({ visit: newVisit() }) };
    },
    open: (request) => (request.via === 'request' ? openRequest(request) : openShare(request)),
    unlock: async ({ password, caller, ...request }) => {
      const { guest, item, pass } = await find(request);
      const { passwordHash, linkId } = guest;
      const visit = pass?.visit ?? newVisit();
      if (passwordHash === null) {
        if (pass === undefined) await countVisit(db, linkId);
        return { cookie: writePass({ visit }), type: item.type, linkId };
      }
      const forgive = await countUnlock({
        linkId,
        ownerId: guest.ownerId,
        address: caller.address,
        returning: pass !== undefined && isReturning(linkId, pass) ? visitKey(pass.visit) : undefined,
      }).catch((error: unknown) => {
        throw error instanceof AppError ? new AppError(error.code, { ...error.details, linkId }) : error;
      });
      if (!(await hasher.verify(passwordHash, password, 'link'))) {
        const details = { name: item.name };
        gather({ kind: 'share.unlock_failed', actorId: null, userId: guest.ownerId, ...caller, details }, [
          linkId,
          networkOf(caller.address),
        ]);
        throw new AppError('share.wrong_password', { linkId });
      }
      await forgive();
      if (pass === undefined) await countVisit(db, linkId);
      const proof = proofOf(visit, { linkId, passwordHash });
      const sealedVisit = sealVisit(linkId, visit);
      return { cookie: writePass({ visit, proof, sealedVisit }), type: item.type, linkId };
    },
  };
};
