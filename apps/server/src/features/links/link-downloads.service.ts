import { setImmediate as turn } from 'node:timers/promises';
import type { Db } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { Actor } from '#http/actor.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#ports/clock.ts';
import { countDownload, findGrant, insertGrant, removeSomeGrantsBefore } from './downloads.repo.ts';

/** Milliseconds in which going on with a download, or doing it again, is no other one. */
const oneFor = 24 * 60 * 60_000;
/**
 * Downloads that are told apart for a link without a limit: anybody can begin any number of visits. A limit bounds
 * those of its link by itself.
 */
const mostToldApart = 1_000;

/** Bytes that are about to be sent. */
export interface Taking {
  /** The file, or what is in the archive. */
  readonly subject: string;
  /** They are to be kept, not to be looked at in the page. */
  readonly attachment: boolean;
  /** They begin at the first one. */
  readonly fromStart: boolean;
}

/** Counts what is downloaded through links, and refuses what is more than a link allows. */
export interface LinkDownloads {
  /**
   * To be asked before the bytes are sent; of people nothing is counted here.
   *
   * @throws share.exhausted
   */
  count(actor: Actor, taking: Taking): Promise<void>;
  /** Forgets what is no more the same download. */
  sweep(): Promise<void>;
}

export const createLinkDownloads = ({ db, clock }: { db: Db; clock: Clock }): LinkDownloads => ({
  count: async (actor, { subject, attachment, fromStart }) => {
    if (actor.kind !== 'guest') return;
    const { linkId: shareId, visit, downloadLimit } = actor;
    // Where a link has a limit, looking at the bytes is having them.
    if (downloadLimit === null && !attachment) return;
    const now = clock.now();
    const grant = { shareId, visit: visit ?? '', subject };
    const since = now - oneFor;
    if (visit !== undefined && (await findGrant(db, grant, since))) return;
    // A program without cookies cannot be told from another: what it goes on with counts only where it could get round the limit.
    if (visit === undefined && downloadLimit === null && !fromStart) return;
    await inTransaction(db, async (trx) => {
      const most = downloadLimit === null ? mostToldApart : undefined;
      if (visit !== undefined && !(await insertGrant(trx, grant, { now, since, most }))) {
        // Of ranges that are fetched side by side the first one counts; with too many to tell apart, the first bytes count.
        if (!fromStart || most === undefined || (await findGrant(trx, grant, since))) return;
      }
      if (!(await countDownload(trx, shareId))) throw new AppError('share.exhausted');
    });
  },
  sweep: async () => {
    while (await removeSomeGrantsBefore(db, clock.now() - oneFor)) await turn();
  },
});
