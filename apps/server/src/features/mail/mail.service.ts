import { mailMessages } from '@holdall/contract/messages/en.mail';
import type { Messages } from '@holdall/contract/translations';
import { JobFailedError, type JobsService } from '#features/jobs/index.ts';
import { contextOf, type SettingsService } from '#features/settings/index.ts';
import { AppError } from '#lib/app-error.ts';
import { maskedEmail } from '#lib/masked.ts';
import type { Clock } from '#ports/clock.ts';
import { createId } from '#ports/ids.ts';
import {
  MailFailedError,
  type MailFailure,
  MailRefusedError,
  type OpenMailer,
  type OperatorMail,
} from '#ports/mailer.ts';
import { type Sealer, UnsealableError } from '#ports/sealer.ts';
import { htmlOf, textOf } from './layout.rules.ts';
import type { MailService, NewMail, Settings } from './mail.types.ts';
import { routeOf, senderOf } from './route.rules.ts';
import { isKnownTemplate, wordingOf } from './wording.rules.ts';

export interface MailDeps {
  readonly settings: SettingsService;
  readonly jobs: JobsService;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly openMailer: OpenMailer;
  readonly operatorMail: OperatorMail | undefined;
  /** Origin that links lead to; never what a request names. */
  readonly publicAddress: () => string;
  /** The first of several languages that there are messages of; else English. */
  readonly wordsOf: (wishes: readonly (string | undefined)[]) => {
    readonly locale: string;
    readonly messages: Messages;
  };
}

const kind = 'mail';
/** Mails carry links that open accounts: what waits in the database can be read by this server alone. */
const sealContext = 'job:mail';
/** Mails on their way at once: a slow server is not asked to take more. */
const concurrency = 3;
/** With the queue's pauses: 16 hours. */
const maxAttempts = 8;
/** What has no end of its own is no news after that: an old notice would frighten people. */
const newsFor = 3 * 24 * 60 * 60_000;

interface Delivery {
  readonly id: string;
  readonly mail: NewMail;
  readonly signal?: AbortSignal;
}

const notSent = (reason: MailFailure | 'folder' | 'sealed', cause?: unknown): AppError =>
  new AppError('mail.not_sent', { message: mailMessages[`mail.failed.${reason}`], cause });

/** Mails of the application: written when they are sent, in the recipient's language. */
export const createMailService = (deps: MailDeps): MailService => {
  const { settings, jobs, sealer, clock, openMailer, operatorMail, publicAddress, wordsOf } = deps;

  const link: MailService['link'] = (path, query = {}) => {
    const address = new URL(path, publicAddress());
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    return address.href;
  };

  const routeBy = (current: Settings) =>
    routeOf({
      settings: current,
      operatorMail,
      openPassword: (sealed) => sealer.open(sealed, contextOf('mail_password')),
    });

  /** The settings are read at each mail, so that a change counts at once. */
  const deliver = async ({ id, mail, signal }: Delivery, current: Settings): Promise<void> => {
    const route = routeBy(current);
    const { title: app, color: accent, contact_email: contact } = current;
    const { locale, messages } = wordsOf([mail.locale, current.locale]);
    const wording = wordingOf(mail, { messages, app, link });
    const message = {
      id,
      to: mail.to,
      from: senderOf({ settings: current, operatorMail, route, home: publicAddress() }),
      ...(contact === null ? {} : { replyTo: contact }),
      subject: wording.subject,
      text: textOf(wording, { app }),
      html: htmlOf(wording, { app, accent, locale }),
    };
    await openMailer(route).send(message, signal);
  };

  const openJob = (payload: unknown): NewMail => {
    const { sealed } = payload as { sealed: string };
    try {
      return JSON.parse(sealer.open(sealed, sealContext)) as NewMail;
    } catch (error) {
      if (!(error instanceof UnsealableError)) throw error;
      throw new JobFailedError('The mail was sealed with another secret key.', { cause: error });
    }
  };

  jobs.handle(kind, {
    concurrency,
    maxAttempts,
    run: async (payload, { id, signal }) => {
      const mail = openJob(payload);
      if (!isKnownTemplate(mail.template))
        throw new JobFailedError(`There are no words for ${mail.template}.`);
      if (mail.until !== undefined && mail.until < clock.now())
        throw new JobFailedError('The mail could not be sent before it lost its point.');
      try {
        await deliver({ id, mail, signal }, await settings.current());
      } catch (error) {
        if (error instanceof MailRefusedError) throw new JobFailedError(error.message, { cause: error });
        throw error;
      }
    },
  });

  return {
    link,
    send: async (on, mail) => {
      const leadsTo = 'link' in mail.values ? new URL(mail.values.link).origin : undefined;
      if (leadsTo !== undefined && leadsTo !== new URL(publicAddress()).origin)
        throw new Error('A mail may lead to no other place than this server.');
      const kept: NewMail = { ...mail, until: mail.until ?? clock.now() + newsFor };
      // What administrators see of it while it waits, and when it fails.
      const label = { template: mail.template, to: maskedEmail(mail.to) };
      const sealed = sealer.seal(JSON.stringify(kept), sealContext);
      await jobs.enqueue([{ kind, payload: { sealed, label } }], on);
    },
    nudge: () => jobs.nudge(),
    isConfigured: async () => {
      const current = await settings.current();
      return routeOf({ settings: current, operatorMail, openPassword: () => '' }).to === 'server';
    },
    sendTest: async (to) => {
      const current = await settings.current();
      try {
        if (routeBy(current).to === 'folder') throw notSent('folder');
        const mail: NewMail = { template: 'test', to, values: {} };
        await deliver({ id: createId(clock.now()), mail }, current);
      } catch (error) {
        if (error instanceof MailFailedError) throw notSent(error.reason, error);
        if (error instanceof UnsealableError) throw notSent('sealed', error);
        throw error;
      }
    },
  };
};
