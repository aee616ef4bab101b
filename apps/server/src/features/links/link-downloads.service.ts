import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Db } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { Actor } from '#lib/actor.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#ports/clock.ts';
import { countDownload, findGrant, insertGrant, removeSomeGrantsBefore } from './downloads.repo.ts';

/** Milliseconds during which resuming or repeating a download is not counted again. */
const oneFor = 24 * 60 * 60_000;
/**
 * Downloads that are told apart for a link without a limit, because anybody can begin any number of visits. A
 * link's own limit bounds them as well.
 */
const mostDistinct = 1_000;

/** Bytes that are about to be sent. */
export interface Taking {
  /** The file, or the selection of the archive. */
  readonly subject: string;
  /** True if they are to be saved, false if the page shows them. */
  readonly attachment: boolean;
  /** True if they begin at the first byte. */
  readonly fromStart: boolean;
}

/** Counts downloads through links, and refuses those beyond a link's limit. */
export interface LinkDownloads {
  /**
   * Counts a guest's download; called before the bytes are sent. Downloads of users are not counted here.
   *
   * @throws share.exhausted
   */
  count(actor: Actor, taking: Taking): Promise<void>;
  /** Deletes downloads that are too old to be resumed. */
  sweep(): Promise<void>;
}

export const createLinkDownloads = ({ db, clock }: { db: Db; clock: Clock }): LinkDownloads => ({
  count: async (actor, { subject, attachment, fromStart }) => {
    if (actor.kind !== 'guest') return;
    const { linkId: shareId, visit, downloadLimit } = actor;
    // With a limit, viewing counts as well, because it transfers the bytes.
    if (downloadLimit === null && !attachment) return;
    const now = clock.now();
    const grant = { shareId, visit: visit ?? '', subject };
    const since = now - oneFor;
    if (visit !== undefined && (await findGrant(db, grant, since))) return;
    // Programs without cookies are indistinguishable: a resumed part counts only if it could bypass a limit.
    if (visit === undefined && downloadLimit === null && !fromStart) return;
    await inTransaction(db, async (trx) => {
      const most = downloadLimit === null ? mostDistinct : undefined;
      if (visit !== undefined && !(await insertGrant(trx, grant, { now, since, most }))) {
        // Of parallel ranges the first one counts; with too many to tell apart, the one with the first byte counts.
        if (!fromStart || most === undefined || (await findGrant(trx, grant, since))) return;
      }
      if (!(await countDownload(trx, shareId))) throw new AppError('share.exhausted');
    });
  },
  sweep: async () => {
    while (await removeSomeGrantsBefore(db, clock.now() - oneFor)) await yieldToEventLoop();
  },
});
