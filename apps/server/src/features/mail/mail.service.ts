import { JobFailedError, type JobsService } from '#features/jobs/index.ts';
import type { SettingsService } from '#features/settings/index.ts';
import { redactEmail } from '#lib/redact.ts';
import { MailRefusedError } from '#ports/mailer.ts';
import { UnsealableError } from '#ports/sealer.ts';
import { createMailDelivery, type DeliveryDeps } from './delivery.service.ts';
import type { MailService, NewMail } from './mail.types.ts';
import { isNobodys, routeOf } from './route.rules.ts';
import { isKnownTemplate } from './wording.rules.ts';

export interface MailDeps extends DeliveryDeps {
  readonly settings: SettingsService;
  readonly jobs: JobsService;
}

const kind = 'mail';
/** Context for sealing: mails contain links that open accounts, so queued ones are readable only by this server. */
const sealContext = 'job:mail';
/** Concurrent deliveries, so that a slow server is not overloaded. */
const concurrency = 3;
/** With the back-off of the queue: 16 hours. */
const maxAttempts = 8;
/** Expiry of mails without their own, because an old notice would alarm people. */
const defaultLifetime = 3 * 24 * 60 * 60_000;

/** Sends the application's mails, which are written at delivery, in the recipient's language. */
export const createMailService = (deps: MailDeps): MailService => {
  const { settings, jobs, sealer, clock, operatorMail, publicAddress } = deps;
  const delivery = createMailDelivery(deps);

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
        // Settings are read for each mail, so that a change applies at once.
        await delivery.deliver({ id, mail, signal }, await settings.current());
      } catch (error) {
        if (error instanceof MailRefusedError) throw new JobFailedError(error.message, { cause: error });
        throw error;
      }
    },
  });

  return {
    link: delivery.link,
    send: async (on, mail) => {
      if (isNobodys(mail.to)) return;
      const leadsTo = 'link' in mail.values ? new URL(mail.values.link).origin : undefined;
      if (leadsTo !== undefined && leadsTo !== new URL(publicAddress()).origin)
        throw new Error('A mail may lead to no other place than this server.');
      const kept: NewMail = { ...mail, until: mail.until ?? clock.now() + defaultLifetime };
      // A label for administrators while it waits, and if it fails.
      const label = { template: mail.template, to: redactEmail(mail.to) };
      const sealed = sealer.seal(JSON.stringify(kept), sealContext);
      await jobs.enqueue([{ kind, payload: { sealed, label } }], on);
    },
    nudge: () => jobs.nudge(),
    isConfigured: async (known) => {
      const current = known ?? (await settings.current());
      return routeOf({ settings: current, operatorMail, openPassword: () => '' }).to === 'server';
    },
    sendTest: async (to, by) => delivery.sendTest(to, by ?? (await settings.current())),
    tryServer: (by) => delivery.tryServer(by),
  };
};
