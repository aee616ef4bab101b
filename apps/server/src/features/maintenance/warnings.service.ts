import { pages } from '@holdall/contract/pages';
import type { Db, Trx } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { MailService } from '#features/mail/index.ts';
import type { Clock } from '#ports/clock.ts';
import { listAdministrators } from './damage.repo.ts';
import type { OpenWarning, Verdict } from './warnings.types.ts';
import {
  insertWarning,
  listWarnings,
  removeStaleWarnings,
  removeWarning,
  replaceWarning,
} from './warnings.repo.ts';

/** Mails administrators when a problem begins, and when it is over. */
export interface Warnings {
  /** Checks all conditions, and mails about changes; called periodically. */
  sweep(): Promise<void>;
  /** Checks for damaged files alone, after some may have been found or repaired. */
  sweepDamage(): Promise<void>;
  /** Open warnings, the oldest first. */
  list(): Promise<OpenWarning[]>;
}

export interface WarningChecks {
  /** Checks this server's conditions; leaves out those it could not read. @param open the open warnings */
  check(open: ReadonlySet<string>): Promise<readonly Verdict[]>;
  checkDamage(): Promise<Verdict>;
}

export interface WarningsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly mail: Pick<MailService, 'send' | 'nudge' | 'link'>;
  readonly checks: WarningChecks;
}

/** Milliseconds after which an unconfirmed warning belongs to a server that is gone. */
const staleAfter = 24 * 60 * 60_000;

export const createWarnings = ({ db, clock, mail, checks }: WarningsDeps): Warnings => {
  /** Mails on the transaction of the change, which succeeds on one of many servers. */
  const tell = async (trx: Trx, isOver: boolean, { code, facts }: OpenWarning): Promise<void> => {
    const link = mail.link(pages.dashboard);
    for (const { email: to, locale } of await listAdministrators(trx))
      await mail.send(trx, {
        template: isOver ? 'warning_over' : 'warning',
        to,
        ...(locale === null ? {} : { locale }),
        values: { link, code, facts },
      });
  };

  const end = (open: OpenWarning): Promise<void> =>
    inTransaction(db, async (trx) => {
      if ((await removeWarning(trx, open.name)) && open.isReported) await tell(trx, true, open);
    });

  const begin = (warning: OpenWarning): Promise<void> =>
    inTransaction(db, async (trx) => {
      if ((await insertWarning(trx, warning, clock.now())) && warning.isReported)
        await tell(trx, false, warning);
    });

  const goOn = (before: OpenWarning, after: OpenWarning): Promise<void> =>
    inTransaction(db, async (trx) => {
      const isMine = await replaceWarning(trx, [before, after], clock.now());
      if (isMine && after.isReported && !before.isReported) await tell(trx, false, after);
    });

  const listOpen = async (): Promise<ReadonlyMap<string, OpenWarning>> =>
    new Map((await listWarnings(db)).map((warning) => [warning.name, warning]));

  const settle = async (
    known: OpenWarning | undefined,
    { name, warning, patience }: Verdict,
  ): Promise<void> => {
    const now = clock.now();
    if (warning === undefined) return known && end(known);
    if (known === undefined) return begin({ ...warning, name, since: now, isReported: patience === 0 });
    const isReported = known.isReported || now - known.since >= patience;
    return goOn(known, { ...warning, name, since: known.since, isReported });
  };

  return {
    sweep: async () => {
      const open = await listOpen();
      for (const verdict of await checks.check(new Set(open.keys())))
        await settle(open.get(verdict.name), verdict);
      // Last, so that after a day without any server lasting problems have just been confirmed.
      await removeStaleWarnings(db, clock.now() - staleAfter);
      mail.nudge();
    },
    sweepDamage: async () => {
      const verdict = await checks.checkDamage();
      await settle((await listOpen()).get(verdict.name), verdict);
      mail.nudge();
    },
    list: async () => (await listWarnings(db)).filter(({ isReported }) => isReported),
  };
};
