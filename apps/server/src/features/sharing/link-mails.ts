import type { Db, Trx } from '#db/database.ts';
import type { ShareRow } from '#db/tables/links.ts';
import type { NewActivity } from '#features/activity/index.ts';
import { limits, type LimitsService } from '#features/auth/index.ts';
import { findLocales, findOwner, nameOf } from '#features/links/index.ts';
import type { MailService } from '#features/mail/index.ts';
import { emailKey } from '#features/users/index.ts';
import type { UserActor } from '#lib/actor.ts';
import { AppError } from '#lib/app-error.ts';

export interface LinkMail {
  readonly share: ShareRow;
  /** The name of the shared item. */
  readonly name: string;
  readonly emails: readonly string[];
  readonly message: string;
}

/** Mails a link to people, one mail each. @returns to how many @throws demo.refused, limit.too_many */
export type MailLink = (trx: Trx, actor: UserActor, input: LinkMail) => Promise<number>;

export interface LinkMailsDeps {
  readonly limits: LimitsService;
  readonly mail: MailService;
  readonly record: (on: Db, entry: NewActivity) => Promise<void>;
}

/**
 * Creates the function that mails links. Mails are sent after the commit of the transaction, once `nudge` is
 * called.
 */
export const createLinkMails =
  ({ limits: counted, mail, record }: LinkMailsDeps): MailLink =>
  async (trx, actor, { share, name, emails, message }) => {
    if (actor.demo === true) throw new AppError('demo.refused');
    const people = new Map(emails.map((email) => [emailKey(email), email]));
    // Prevents mass mailing through this server.
    await counted.count(`mail:link:${actor.id}`, { ...limits.linksMailed, by: people.size }, trx);
    const from = nameOf(await findOwner(trx, actor.id));
    const link = mail.link(`/share/${share.token}`);
    const localeOf = await findLocales(trx, actor.id, [...people.keys()]);
    for (const [key, to] of people)
      await mail.send(trx, {
        template: 'shared',
        to,
        ...localeOf(key),
        values: { link, from, name, message },
        ...(share.expires_at === null ? {} : { until: share.expires_at }),
      });
    const details = { name, count: people.size };
    await record(trx, { kind: 'share.mailed', actorId: actor.id, userId: actor.id, details });
    return people.size;
  };
