import { linksOfItemMax } from '@holdall/contract/link-limits';
import type { BodyOf } from '@holdall/contract/endpoint';
import type * as contract from '@holdall/contract/shares';
import type { Db, Trx } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { ItemRow } from '#db/tables/files.ts';
import type { ShareRow } from '#db/tables/links.ts';
import type { NewActivity } from '#features/activity/index.ts';
import type { LimitsService } from '#features/auth/index.ts';
import { resolveItem } from '#features/files/index.ts';
import { isCollectionLink, isOpen, newToken } from '#features/links/index.ts';
import type { MailService } from '#features/mail/index.ts';
import type { UserActor } from '#lib/actor.ts';
import { AppError } from '#lib/app-error.ts';
import type { BreachedPasswords } from '#ports/breached-passwords.ts';
import type { Clock } from '#ports/clock.ts';
import type { Events } from '#ports/events.ts';
import type { PasswordHasher } from '#ports/hasher.ts';
import { createId } from '#ports/ids.ts';
import { createLinkPasswords } from './link-passwords.ts';
import { createLinkMails, type LinkMail } from './link-mails.ts';
import { createShareLookup } from './share-lookup.ts';
import { createShareLog } from './share-log.ts';
import {
  endShares,
  insertShare,
  listLinked,
  listLinksOfItem,
  listOwnLinksTo,
  lockItem,
  updateShare,
} from './shares.repo.ts';
import { endOf, refuseEditing } from './shares.rules.ts';

/** An owner's operations on links to their items. */
export interface SharesService {
  /**
   * Shares an item.
   *
   * @throws item.not_found (also for an item in the trash), share.exists unless `another` link is asked for,
   *   share.too_many, limit.too_many, request.invalid
   */
  create(actor: UserActor, input: BodyOf<typeof contract.createShare>): Promise<ShareRow>;
  /** Lists the live links to an item, the first one first. @throws item.not_found */
  list(actor: UserActor, itemId: string): Promise<ShareRow[]>;
  /** Returns one of the actor's live links. @throws share.not_found */
  get(actor: UserActor, token: string): Promise<ShareRow>;
  /**
   * Changes a link; an expired one can be extended.
   *
   * @throws share.not_found (also for one that leads into the trash), share.not_collection, share.is_collection
   */
  update(actor: UserActor, token: string, input: BodyOf<typeof contract.updateShare>): Promise<ShareRow>;
  /**
   * Mails a live link to people, one mail each.
   *
   * @returns to how many
   * @throws share.not_found, limit.too_many
   */
  mailTo(actor: UserActor, token: string, input: Pick<LinkMail, 'emails' | 'message'>): Promise<number>;
  /**
   * Revokes links, all or none, or every link to some items; expired ones and those into the trash as well.
   *
   * @returns how many
   * @throws share.not_found for a token
   */
  revoke(actor: UserActor, input: BodyOf<typeof contract.revokeShares>): Promise<number>;
}

export interface SharesDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: Events;
  readonly hasher: PasswordHasher;
  readonly breached: BreachedPasswords;
  readonly limits: LimitsService;
  readonly mail: MailService;
  readonly record: (on: Db, entry: NewActivity) => Promise<void>;
}

export const createSharesService = ({
  db,
  clock,
  events,
  hasher,
  breached,
  limits,
  mail,
  record,
}: SharesDeps): SharesService => {
  const mailLink = createLinkMails({ limits, mail, record });
  const own = createShareLookup({ db, clock });
  const log = createShareLog({ events, record });

  /** Returns the item if it can be shared. @throws item.not_found */
  const shareable = async (
    on: Db,
    actor: UserActor,
    { id, type }: Pick<BodyOf<typeof contract.createShare>, 'id' | 'type'>,
  ): Promise<ItemRow> => {
    const item = await resolveItem(on, actor, { id, action: 'share' });
    if (item.type !== type) throw new AppError('item.not_found');
    return item;
  };

  /** Expensive: called only after the link was found to be the actor's. */
  const hashOf = createLinkPasswords({ hasher, breached, limits });

  /**
   * Ends links to an item that have expired, and refuses one too many.
   *
   * @throws share.exists, share.too_many
   */
  const makeRoom = async (
    trx: Trx,
    { itemId, another, now }: { readonly itemId: string; readonly another: boolean; readonly now: number },
  ): Promise<void> => {
    const links = await listLinksOfItem(trx, itemId);
    const expired = links.filter((share) => !isOpen(share, now)).map(({ id }) => id);
    const open = links.length - expired.length;
    if (open > 0 && !another) throw new AppError('share.exists');
    if (open >= linksOfItemMax) throw new AppError('share.too_many');
    if (expired.length > 0) await endShares(trx, expired, now);
  };

  return {
    create: async (actor, { password, download_limit: limit, emails, ...input }) => {
      await shareable(db, actor, input);
      const passwordHash = await hashOf(actor, password);
      const share = await inTransaction(db, async (trx) => {
        const now = clock.now();
        const item = await shareable(trx, actor, input);
        await lockItem(trx, item.id);
        await makeRoom(trx, { itemId: item.id, another: input.another, now });
        const made = await insertShare(trx, {
          id: createId(now),
          token: newToken(),
          owner_id: actor.id,
          item_id: item.id,
          label: input.label,
          permission: input.permission,
          password_hash: passwordHash,
          ...endOf(input, now),
          download_limit: limit ?? null,
          created_at: now,
        });
        await log.record(trx, actor, { kind: 'share.created', share: made, name: item.name });
        if (emails !== undefined)
          await mailLink(trx, actor, { share: made, name: item.name, emails, message: '' });
        return made;
      });
      log.announce(actor, [share]);
      mail.nudge();
      return share;
    },
    list: async (actor, itemId) => {
      const item = await resolveItem(db, actor, { id: itemId, action: 'share' });
      const now = clock.now();
      const open = (await listLinksOfItem(db, item.id)).filter((share) => isOpen(share, now));
      // A read-only token must not see links that grant editing.
      return actor.scope === 'read' ? open.filter(({ permission }) => permission !== 'editor') : open;
    },
    get: async (actor, token) => (await own.open(db, actor, token)).share,
    update: async (
      actor,
      token,
      { name, label, permission, password, expiration, expires_at, download_limit: limit },
    ) => {
      await own.one(db, actor, token);
      const passwordHash = await hashOf(actor, password);
      const share = await inTransaction(db, async (trx) => {
        const { share: before, item } = await own.one(trx, actor, token);
        if (name !== undefined && !isCollectionLink(before)) throw new AppError('share.not_collection');
        refuseEditing(before, permission);
        const after = await updateShare(trx, before.id, {
          ...(name === undefined ? {} : { name }),
          ...(label === undefined ? {} : { label }),
          ...(permission === undefined ? {} : { permission }),
          ...(password === undefined ? {} : { password_hash: passwordHash }),
          ...(expiration === undefined && expires_at === undefined
            ? {}
            : endOf({ expiration, expires_at }, clock.now())),
          ...(limit === undefined ? {} : { download_limit: limit }),
        });
        await log.record(trx, actor, { kind: 'share.changed', share: after, name: name ?? item.name });
        return after;
      });
      log.announce(actor, [share]);
      return share;
    },
    mailTo: async (actor, token, input) => {
      const count = await inTransaction(db, async (trx) => {
        const { share, item } = await own.open(trx, actor, token);
        return mailLink(trx, actor, { share, name: item.name, ...input });
      });
      mail.nudge();
      return count;
    },
    revoke: async (actor, { tokens, items: itemIds = [] }) => {
      const { shares, containers } = await inTransaction(db, async (trx) => {
        const found =
          tokens === undefined
            ? await listOwnLinksTo(trx, actor.id, itemIds)
            : await own.live(trx, actor, tokens);
        if (found.length === 0) return { shares: found, containers: [] };
        const items = await listLinked(
          trx,
          found.map((share) => share.item_id),
        );
        await endShares(
          trx,
          found.map(({ id }) => id),
          clock.now(),
        );
        const [first] = found;
        const name = first?.name ?? items.find(({ id }) => id === first?.item_id)?.name ?? '';
        const details = { name, count: found.length };
        await record(trx, { kind: 'share.revoked', actorId: actor.id, userId: actor.id, details });
        return { shares: found, containers: items.map((item) => item.parent_id) };
      });
      log.announce(actor, shares, containers);
      return shares.length;
    },
  };
};
