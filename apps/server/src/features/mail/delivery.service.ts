import { mailMessages } from '@holdall/contract/messages/en.mail';
import type { Messages } from '@holdall/contract/translations';
import { contextOf } from '#features/settings/index.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#ports/clock.ts';
import { createId } from '#ports/ids.ts';
import {
  MailFailedError,
  type MailFailure,
  type MailLogo,
  type MailRoute,
  type OpenMailer,
  type OperatorMail,
} from '#ports/mailer.ts';
import { type Sealer, UnsealableError } from '#ports/sealer.ts';
import { htmlOf, textOf } from './layout.rules.ts';
import type { MailLink, NewMail, Settings } from './mail.types.ts';
import { routeOf, senderOf } from './route.rules.ts';
import { wordingOf } from './wording.rules.ts';

export interface DeliveryDeps {
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly openMailer: OpenMailer;
  readonly operatorMail: OperatorMail | undefined;
  /** The origin of links in mails; never the host that a request names. */
  readonly publicAddress: () => string;
  /** Returns the messages of the first of several languages that has any; English by default. */
  readonly wordsOf: (preferences: readonly (string | undefined)[]) => Promise<{
    readonly locale: string;
    readonly messages: Messages;
  }>;
  /** Returns an image of the application for mails; undefined if mails have none. */
  readonly imageOf?: (id: string) => Promise<MailLogo | undefined>;
}

interface Delivery {
  readonly id: string;
  readonly mail: NewMail;
  readonly signal?: AbortSignal;
}

export interface MailDelivery {
  readonly link: MailLink;
  /** Writes a mail and delivers it. @throws MailFailedError, UnsealableError */
  deliver(delivery: Delivery, settings: Settings): Promise<void>;
  /** Sends a test with these settings, saved or not. @throws AppError `mail.not_sent` */
  sendTest(to: string, settings: Settings, locale?: string): Promise<void>;
  /** Connects to the server of these settings and signs in, but sends nothing. @throws AppError `mail.not_sent` */
  tryServer(settings: Settings): Promise<void>;
}

const notSent = (reason: MailFailure | 'folder' | 'sealed', cause?: unknown): AppError =>
  new AppError('mail.not_sent', { message: mailMessages[`mail.failed.${reason}`], reason, cause });

/** Runs work with a mail server, and turns its failure into a sentence for people. @throws AppError `mail.not_sent` */
const inWords = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (error instanceof MailFailedError) throw notSent(error.reason, error);
    if (error instanceof UnsealableError) throw notSent('sealed', error);
    throw error;
  }
};

/** Writes and delivers mails by the settings that the caller passes. */
export const createMailDelivery = (deps: DeliveryDeps): MailDelivery => {
  const { sealer, clock, openMailer, operatorMail, publicAddress, wordsOf, imageOf } = deps;

  const link: MailLink = (path, query = {}) => {
    const address = new URL(path, publicAddress());
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    return address.href;
  };

  const routeBy = (settings: Settings): MailRoute =>
    routeOf({
      settings,
      operatorMail,
      openPassword: (sealed) => sealer.open(sealed, contextOf('mail_password')),
    });

  const logoBy = async ({ logo, logo_horizontal: wide }: Settings) => {
    const id = wide ?? logo;
    const image = id === null ? undefined : await imageOf?.(id);
    return image && { ...image, wide: wide !== null };
  };

  const deliver: MailDelivery['deliver'] = async ({ id, mail, signal }, settings) => {
    const route = routeBy(settings);
    const { title: app, color: accent, contact_email: contact } = settings;
    const { locale, messages } = await wordsOf([mail.locale, settings.locale]);
    const wording = wordingOf(mail, { locale, messages, app, link });
    const logo = await logoBy(settings);
    const message = {
      id,
      to: mail.to,
      from: senderOf({ settings, operatorMail, route, home: publicAddress() }),
      ...(contact === null ? {} : { replyTo: contact }),
      subject: wording.subject,
      text: textOf(wording, { app }),
      html: htmlOf(wording, { app, accent, locale, logo }),
      logo,
    };
    await openMailer(route).send(message, signal);
  };

  return {
    link,
    deliver,
    sendTest: (to, settings, locale) =>
      inWords(async () => {
        if (routeBy(settings).to === 'folder') throw notSent('folder');
        const own = locale === undefined ? {} : { locale };
        const mail: NewMail = { template: 'test', to, values: {}, ...own };
        await deliver({ id: createId(clock.now()), mail }, settings);
      }),
    tryServer: (settings) => inWords(() => openMailer(routeBy(settings)).probe()),
  };
};
