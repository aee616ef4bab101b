import { pages } from '@holdall/contract/pages';
import type { Db, Trx } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { ActivityService } from '#features/activity/index.ts';
import type { JobsService } from '#features/jobs/index.ts';
import type { MailService } from '#features/mail/index.ts';
import type { Clock } from '#ports/clock.ts';
import { findRecipient } from './versions.repo.ts';

const jobKind = 'versions.room';
const entryKind = 'account.versions_dropped';
/** Milliseconds between two notices to one person: an account stays full for a while. */
const noticeEvery = 7 * 24 * 60 * 60_000;

export interface EvictionNoticeDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly jobs: Pick<JobsService, 'enqueue' | 'handle'>;
  readonly activity: Pick<ActivityService, 'listAll' | 'record'>;
  readonly mail: Pick<MailService, 'link' | 'nudge' | 'send'>;
}

/** Tells a person, on the transaction that deleted versions, that their full storage has cost them some. */
export type AnnounceEviction = (trx: Trx, ownerId: string) => Promise<void>;

/**
 * Creates the notice of versions that made room: an entry of the person's activity and a mail, once a week. The entry tells
 * when the last one was.
 */
export const createEvictionNotice = ({
  db,
  clock,
  jobs,
  activity,
  mail,
}: EvictionNoticeDeps): AnnounceEviction => {
  jobs.handle(jobKind, {
    run: async (payload) => {
      const { ownerId } = payload as { readonly ownerId: string };
      const from = new Date(clock.now() - noticeEvery).toISOString();
      const { entries } = await activity.listAll({ kind: entryKind, user: ownerId, from, limit: 1 });
      if (entries.length > 0) return;
      await inTransaction(db, async (trx) => {
        const recipient = await findRecipient(trx, ownerId);
        if (recipient === undefined) return;
        await activity.record(trx, { kind: entryKind, actorId: null, userId: ownerId });
        await mail.send(trx, {
          template: 'versions_dropped',
          to: recipient.email,
          ...(recipient.locale === null ? {} : { locale: recipient.locale }),
          values: { link: mail.link(pages.storage) },
        });
      });
      mail.nudge();
    },
  });
  return (trx, ownerId) =>
    jobs.enqueue([{ kind: jobKind, payload: { ownerId }, dedupeKey: ownerId, lane: ownerId }], trx);
};
