import type { Db, Trx } from '#db/database.ts';
import type { ShareRow } from '#db/tables/links.ts';
import type { NewActivity } from '#features/activity/index.ts';
import type { UserActor } from '#lib/actor.ts';
import { type Events, filesEvent } from '#ports/events.ts';

export interface LoggedShare {
  readonly kind: 'share.created' | 'share.changed';
  readonly share: ShareRow;
  /** The name of the link's target. */
  readonly name: string;
}

/** Records an owner's changes of links in the audit log, and announces them to open pages. */
export interface ShareLog {
  record(trx: Trx, actor: UserActor, logged: LoggedShare): Promise<void>;
  /** Announces changes; called after the commit. */
  announce(actor: UserActor, shares: readonly ShareRow[], containers?: readonly (string | null)[]): void;
}

export interface ShareLogDeps {
  readonly events: Events;
  readonly record: (on: Db, entry: NewActivity) => Promise<void>;
}

export const createShareLog = ({ events, record }: ShareLogDeps): ShareLog => ({
  record: (trx, actor, { kind, share, name }) => {
    const details = {
      name,
      permission: share.permission,
      protected: share.password_hash !== null,
      expires_at: share.expires_at === null ? null : new Date(share.expires_at).toISOString(),
      download_limit: share.download_limit,
    };
    return record(trx, { kind, actorId: actor.id, userId: actor.id, details });
  },
  announce: (actor, shares, containers = []) => {
    const itemIds = shares.map((share) => share.item_id);
    events.publish(filesEvent({ ownerId: actor.id, origin: actor.origin, itemIds, containers }));
    for (const share of shares) events.publish({ kind: 'link-changed', linkId: share.id });
  },
});
