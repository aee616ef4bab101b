import { pages } from '@holdall/contract/pages';
import type { Db, Trx } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { JobsService } from '#features/jobs/index.ts';
import type { MailService } from '#features/mail/index.ts';
import type { GuestActor } from '#lib/actor.ts';
import type { Clock } from '#ports/clock.ts';
import { findLastMail, findNotice, markMailed } from './notices.repo.ts';

const kind = 'guest-changes';
/** Milliseconds for which a guest's changes are coalesced, so that forty uploads are one mail. */
const gatherFor = 10 * 60_000;
/** Milliseconds between two mails of one link. */
const mailEvery = 60 * 60_000;

/** Mails owners about guests' changes, if they want it. */
export interface Notices {
  /** Schedules a mail for a guest's change, on its transaction. */
  due(trx: Trx, guest: GuestActor): Promise<void>;
}

export interface NoticesDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly jobs: Pick<JobsService, 'enqueue' | 'handle'>;
  readonly mail: MailService;
}

export const createNotices = ({ db, clock, jobs, mail }: NoticesDeps): Notices => {
  jobs.handle(kind, {
    run: async (payload) => {
      const { shareId } = payload as { readonly shareId: string };
      await inTransaction(db, async (trx) => {
        const notice = await findNotice(trx, shareId);
        if (notice === undefined) return;
        const { email: to, locale, itemId, name, changes } = notice;
        await markMailed(trx, shareId, clock.now());
        await mail.send(trx, {
          template: 'guest_changes',
          to,
          ...(locale === null ? {} : { locale }),
          values: { link: mail.link(pages.sharedItems, { changes: itemId }), name, count: changes },
        });
      });
      mail.nudge();
    },
  });

  return {
    due: async (trx, { linkId: shareId, via }) => {
      if (via !== 'share') return;
      const last = await findLastMail(trx, shareId);
      if (last === undefined) return;
      const runAt = Math.max(clock.now() + gatherFor, last + mailEvery);
      // Keyed by the last mail: changes after it belong to the next one, even while its job is still running.
      const dedupeKey = `${shareId} ${last}`;
      await jobs.enqueue([{ kind, payload: { shareId }, dedupeKey, runAt }], trx);
    },
  };
};
