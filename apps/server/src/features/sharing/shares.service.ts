import { randomBytes } from 'node:crypto';
import type { createShare, updateShare } from '@holdall/contract/shares';
import type { BodyOf } from '@holdall/contract/endpoint';
import type { Db, Trx } from '#db/database.ts';
import { isUniqueViolation } from '#db/errors.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { ShareRow } from '#db/tables/links.ts';
import type { NewActivity } from '#features/activity/index.ts';
import { limits, type LimitsService } from '#features/auth/index.ts';
import { resolveItem } from '#features/files/index.ts';
import type { MailService } from '#features/mail/index.ts';
import { findOwner, isOpen } from '#features/links/index.ts';
import type { UserActor } from '#http/actor.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#ports/clock.ts';
import { type Events, filesEvent } from '#ports/events.ts';
import type { PasswordHasher } from '#ports/hasher.ts';
import { createId } from '#ports/ids.ts';
import { findShareOfItem, insertShare, listOwnShares, updateShares } from './shares.repo.ts';

const hour = 60 * 60_000;
/** 192 random bits. */
const tokenBytes = 24;

export interface SharesService {
  /** @throws item.not_found (also for what is in the trash), share.exists, share.not_folder */
  create(actor: UserActor, wish: BodyOf<typeof createShare>): Promise<ShareRow>;
  /** One of the actor's links that leads somewhere. @throws share.not_found */
  get(actor: UserActor, token: string): Promise<ShareRow>;
  /** @throws share.not_found, share.not_folder */
  update(actor: UserActor, token: string, wish: BodyOf<typeof updateShare>): Promise<ShareRow>;
  /**
   * Mails a link to people, each a mail of their own.
   *
   * @returns to how many
   * @throws share.not_found, limit.too_many
   */
  mailTo(actor: UserActor, token: string, wish: MailWish): Promise<number>;
  /** Ends links, all or none. @returns how many @throws share.not_found */
  revoke(actor: UserActor, tokens: readonly string[]): Promise<number>;
}

export interface MailWish {
  readonly emails: readonly string[];
  readonly message: string;
}

export interface SharesDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: Events;
  readonly hasher: PasswordHasher;
  readonly limits: LimitsService;
  readonly mail: MailService;
  readonly record: (on: Db, entry: NewActivity) => Promise<void>;
}

export const createSharesService = ({
  db,
  clock,
  events,
  hasher,
  limits: counted,
  mail,
  record,
}: SharesDeps): SharesService => {
  const tell = (actor: UserActor, shares: readonly ShareRow[]): void => {
    const itemIds = shares.map((share) => share.item_id);
    events.publish(filesEvent({ ownerId: actor.id, origin: actor.origin, itemIds }));
    for (const share of shares)
      events.publish({ kind: 'link-changed', linkId: share.id, token: share.token });
  };

  /** One of the actor's links that was not ended, whether it is over or not. */
  const own = async (on: Db, actor: UserActor, tokens: readonly string[]): Promise<ShareRow[]> => {
    const rows = await listOwnShares(on, { ownerId: actor.id, tokens });
    const live = rows.filter((row) => row.revoked_at === null);
    if (live.length < new Set(tokens).size) throw new AppError('share.not_found');
    return live;
  };

  const ownOne = async (on: Db, actor: UserActor, token: string): Promise<ShareRow> => {
    const [share] = await own(on, actor, [token]);
    if (share === undefined) throw new AppError('share.not_found');
    return share;
  };

  const note = async (
    trx: Trx,
    actor: UserActor,
    { kind, share }: { readonly kind: 'share.created' | 'share.changed'; readonly share: ShareRow },
  ): Promise<void> => {
    const { name } = await resolveItem(trx, actor, { id: share.item_id, action: 'move' });
    await record(trx, {
      kind,
      actorId: actor.id,
      userId: actor.id,
      details: {
        name,
        permission: share.permission,
        protected: share.password_hash !== null,
        expires_at: share.expires_at === null ? null : new Date(share.expires_at).toISOString(),
      },
    });
  };

  /** Nobody sends mails to the world through this server. @throws limit.too_many */
  const countMails = async (actor: UserActor, emails: readonly string[]): Promise<void> => {
    for (const _email of emails) await counted.count(`mail:link:${actor.id}`, limits.linksMailed);
  };

  const mailLink = async (
    trx: Trx,
    actor: UserActor,
    { share, name, emails, message }: MailWish & { readonly share: ShareRow; readonly name: string },
  ): Promise<void> => {
    const owner = await findOwner(trx, actor.id);
    const from = owner === undefined ? '' : `${owner.first_name} ${owner.last_name}`.trim();
    const link = mail.link(`/share/${share.token}`);
    for (const to of new Set(emails))
      await mail.send(trx, { template: 'shared', to, values: { link, from, name, message } });
  };

  const hashOf = async (password: string | null | undefined): Promise<string | null> =>
    password === undefined || password === null ? null : hasher.hash(password);
  const endOf = (hours: number | null | undefined): number | null =>
    hours === undefined || hours === null ? null : clock.now() + hours * hour;

  return {
    create: async (actor, { id, type, permission, password, expiration, download_limit: limit, emails }) => {
      if (emails !== undefined) await countMails(actor, emails);
      const passwordHash = await hashOf(password);
      try {
        const share = await inTransaction(db, async (trx) => {
          const now = clock.now();
          // What is in the trash cannot be shared.
          const item = await resolveItem(trx, actor, { id, action: 'move' });
          if (item.type !== type) throw new AppError('item.not_found');
          if (item.type === 'file' && permission === 'editor') throw new AppError('share.not_folder');
          const old = await findShareOfItem(trx, id);
          if (old !== undefined && isOpen(old, now)) throw new AppError('share.exists');
          if (old !== undefined) await updateShares(trx, [old.id], { revoked_at: now });
          const made = await insertShare(trx, {
            id: createId(now),
            token: randomBytes(tokenBytes).toString('base64url'),
            owner_id: actor.id,
            item_id: id,
            permission,
            password_hash: passwordHash,
            expires_at: endOf(expiration),
            download_limit: limit ?? null,
            created_at: now,
          });
          await note(trx, actor, { kind: 'share.created', share: made });
          if (emails !== undefined)
            await mailLink(trx, actor, { share: made, name: item.name, emails, message: '' });
          return made;
        });
        tell(actor, [share]);
        mail.nudge();
        return share;
      } catch (error) {
        throw isUniqueViolation(error) ? new AppError('share.exists') : error;
      }
    },
    get: async (actor, token) => {
      const share = await ownOne(db, actor, token);
      if (!isOpen(share, clock.now())) throw new AppError('share.not_found');
      return share;
    },
    update: async (actor, token, { permission, password, expiration, download_limit: limit }) => {
      const passwordHash = await hashOf(password);
      const share = await inTransaction(db, async (trx) => {
        const before = await ownOne(trx, actor, token);
        const item = await resolveItem(trx, actor, { id: before.item_id, action: 'move' });
        if (item.type === 'file' && permission === 'editor') throw new AppError('share.not_folder');
        await updateShares(trx, [before.id], {
          ...(permission === undefined ? {} : { permission }),
          ...(password === undefined ? {} : { password_hash: passwordHash }),
          ...(expiration === undefined ? {} : { expires_at: endOf(expiration) }),
          ...(limit === undefined ? {} : { download_limit: limit }),
        });
        const after = await ownOne(trx, actor, token);
        await note(trx, actor, { kind: 'share.changed', share: after });
        return after;
      });
      tell(actor, [share]);
      return share;
    },
    mailTo: async (actor, token, { emails, message }) => {
      const share = await ownOne(db, actor, token);
      if (!isOpen(share, clock.now())) throw new AppError('share.not_found');
      await countMails(actor, emails);
      await inTransaction(db, async (trx) => {
        const { name } = await resolveItem(trx, actor, { id: share.item_id, action: 'move' });
        await mailLink(trx, actor, { share, name, emails, message });
        const details = { name, count: emails.length };
        await record(trx, { kind: 'share.mailed', actorId: actor.id, userId: actor.id, details });
      });
      mail.nudge();
      return emails.length;
    },
    revoke: async (actor, tokens) => {
      const shares = await inTransaction(db, async (trx) => {
        const found = await own(trx, actor, tokens);
        await updateShares(
          trx,
          found.map(({ id }) => id),
          { revoked_at: clock.now() },
        );
        const details = { count: found.length };
        await record(trx, { kind: 'share.revoked', actorId: actor.id, userId: actor.id, details });
        return found;
      });
      tell(actor, shares);
      return shares.length;
    },
  };
};
