import type { MailForm } from '@holdall/contract/mail-form';
import type { Db } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import {
  contextOf,
  type RecordChange,
  type SettingsService,
  settingsSchema,
} from '#features/settings/index.ts';
import type { UserActor } from '#lib/actor.ts';
import type { Caller } from '#lib/caller.ts';
import { parse } from '#http/register.ts';
import { AppError } from '#lib/app-error.ts';
import type { Events } from '#ports/events.ts';
import { type Sealer, UnsealableError } from '#ports/sealer.ts';
import { namingField } from './mail-faults.rules.ts';
import type { MailService, Settings } from './mail.types.ts';
import { isSameSignIn } from './route.rules.ts';

const names = [
  'mail_driver',
  'mail_host',
  'mail_port',
  'mail_username',
  'mail_encryption',
  'mail_from',
] as const;

export interface MailSettings {
  /**
   * Sends a test e-mail to the actor's own address by a form, or without one by the present settings.
   *
   * @returns the address
   * @throws mail.not_sent, settings.locked, limit.too_many, request.invalid
   */
  test(actor: UserActor, form: MailForm | undefined): Promise<string>;
  /** Tests the server, then saves the settings. @throws as `test` */
  save(actor: UserActor, form: MailForm, facts: Caller): Promise<void>;
}

export interface MailSettingsDeps {
  readonly db: Db;
  readonly events: Events;
  readonly sealer: Sealer;
  readonly settings: SettingsService;
  readonly mail: Pick<MailService, 'sendTest' | 'tryServer'>;
  /** True if the operator sets the mail server. */
  readonly isDecided: boolean;
  readonly emailOf: (actor: UserActor) => Promise<string>;
  /** Counts a test of a user. @throws limit.too_many */
  readonly countTrial: (userId: string) => Promise<void>;
  readonly record: RecordChange;
}

/** Settings for mails, with the password in plain text. */
interface Choice {
  readonly settings: Settings;
  readonly password: string;
}

/** Mail settings of administrators, which are saved only after they were tested as a whole. */
export const createMailSettings = (deps: MailSettingsDeps): MailSettings => {
  const { db, events, sealer, settings, mail, record } = deps;

  const opened = ({ mail_password: sealed }: Settings): string => {
    try {
      return sealed === '' ? '' : sealer.open(sealed, contextOf('mail_password'));
    } catch (error) {
      // Sealed by another key: it must be entered again, like a wrong one.
      if (error instanceof UnsealableError) return '';
      throw error;
    }
  };

  /** @throws settings.locked, request.invalid */
  const choiceOf = async (form: MailForm): Promise<Choice> => {
    if (deps.isDecided) throw new AppError('settings.locked');
    const kept = await settings.current();
    if (form.mail_driver === 'log')
      return { settings: { ...kept, mail_driver: 'log' }, password: opened(kept) };
    const typed = form.mail_password ?? (isSameSignIn(form, kept) ? opened(kept) : '');
    // A password without a user name is unused.
    const password = form.mail_username === '' ? '' : typed;
    const sealed = password === '' ? '' : sealer.seal(password, contextOf('mail_password'));
    return { settings: parse(settingsSchema, { ...kept, ...form, mail_password: sealed }), password };
  };

  return {
    test: async (actor, form) => {
      await deps.countTrial(actor.id);
      const choice = form && (await choiceOf(form));
      const to = await deps.emailOf(actor);
      await namingField(() => mail.sendTest(to, choice?.settings));
      return to;
    },
    save: async (actor, form, facts) => {
      await deps.countTrial(actor.id);
      const { settings: chosen, password } = await choiceOf(form);
      if (chosen.mail_driver === 'smtp') await namingField(() => mail.tryServer(chosen));
      const { mail_driver, mail_host, mail_port, mail_username, mail_encryption, mail_from } = chosen;
      const plain = { mail_driver, mail_host, mail_port, mail_username, mail_encryption, mail_from };
      await inTransaction(db, async (trx) => {
        // Serializes changes of settings from here on.
        await settings.countChange(trx);
        const before = await settings.current(trx);
        const isOther = opened(before) !== password;
        await settings.save(trx, { ...plain, ...(isOther ? { mail_password: password } : {}) });
        const changed = names.filter((name) => before[name] !== chosen[name]);
        for (const name of [...changed, ...(isOther ? (['mail_password'] as const) : [])])
          await record(trx, {
            kind: 'settings.changed',
            actorId: actor.id,
            userId: null,
            ...facts,
            details: {
              group: 'environment',
              name,
              ...(name === 'mail_password' ? {} : { from: before[name], to: chosen[name] }),
            },
          });
      });
      events.publish({ kind: 'settings-changed' });
    },
  };
};
