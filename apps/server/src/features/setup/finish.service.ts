import type { SentSetupAdmin } from '@holdall/contract/setup';
import { z } from 'zod';
import type { Caller } from '#lib/caller.ts';
import { AppError, invalidField } from '#lib/app-error.ts';
import type { Check } from './checks.service.ts';
import type { DatabaseStep } from './database-step.service.ts';
import type { Drafts } from './drafts.service.ts';
import type { Installation } from './setup.service.ts';
import type { WizardMutex } from './wizard-mutex.service.ts';

/** A session that was opened for the new administrator. */
export interface FirstSession {
  readonly session: { readonly token: string; readonly maxAge: number | undefined };
  readonly device: { readonly token: string; readonly maxAge: number };
}

/** The installed application. */
export interface Installed {
  /** Signs the new administrator in like `POST /api/login`. */
  signIn(input: {
    readonly email: string;
    readonly password: string;
    readonly caller: Caller;
  }): Promise<FirstSession>;
  /** The public origin. */
  readonly address: string;
}

export interface FinishDeps {
  readonly drafts: Drafts;
  readonly mutex: WizardMutex;
  readonly database: DatabaseStep;
  /** Opens the chosen database and installs in it. @returns false if another server has installed */
  readonly install: (installation: Installation) => Promise<boolean>;
  /** Hands over to the whole application; repeated calls return the same one. */
  readonly handOver: () => Promise<Installed>;
  /** True where the answers are kept: a browser gave them step by step, and the checks are run before the last one. */
  readonly keepsDraft: boolean;
  /** True where installing takes a purchase code that the operator's configuration lacks. */
  readonly needsPurchaseCode: boolean;
  readonly runChecks: () => Promise<readonly Check[]>;
}

export interface Finish {
  /** Installs with the stored answers. @throws setup.done if another server has, and whatever else prevents it */
  install(admin: SentSetupAdmin): Promise<Installed>;
  /**
   * Ends the wizard inside the mutex, because the chosen database belongs to an installation already.
   *
   * @throws what keeps this server from joining it
   */
  join(): Promise<void>;
  /** True if there is an installation; then the wizard answers no more calls. */
  isOver(): boolean;
}

/** Names of fields in an installation, and in the form. */
const fields: Readonly<Record<string, string>> = { firstName: 'first_name', lastName: 'last_name' };
const withFormFields = (error: unknown): unknown => {
  if (!(error instanceof z.ZodError)) return error;
  const errors = Object.groupBy(error.issues, ({ path }) => fields[String(path[0])] ?? path.join('.'));
  return new AppError('request.invalid', {
    errors: Object.fromEntries(
      Object.entries(errors).map(([field, issues = []]) => [field, issues.map(({ message }) => message)]),
    ),
  });
};

/** The last step: all stored answers become an installation, or none. */
export const createFinish = (deps: FinishDeps): Finish => {
  const { drafts, mutex, database, install, handOver } = deps;

  /** @throws setup.step_missing, setup.checks_failed */
  const expectReady = async (): Promise<void> => {
    // The steps before were another server's, and are lost to this one: it would install with defaults.
    if (deps.keepsDraft && drafts.current().done.length === 0) throw new AppError('setup.step_missing');
    if (deps.needsPurchaseCode && drafts.open('purchase_code') === '')
      throw new AppError('setup.step_missing');
    // A setup on the command line does not run these checks; `holdall doctor` does.
    const checks = deps.keepsDraft ? await deps.runChecks() : [];
    if (checks.some(({ state }) => state === 'failed')) throw new AppError('setup.checks_failed');
  };

  const join = async (): Promise<void> => {
    await handOver();
    mutex.end();
  };

  const make = async ({ first_name, last_name = '', email, password }: SentSetupAdmin): Promise<boolean> => {
    drafts.change((draft) => ({ ...draft, phase: 'installing', admin: { first_name, last_name, email } }));
    try {
      return await install({
        email,
        password,
        firstName: first_name,
        lastName: last_name,
        settings: drafts.settings(),
        draft: drafts.current().id,
      });
    } catch (error) {
      // Other errors leave it unknown whether the database was reached.
      if (error instanceof z.ZodError || error instanceof AppError)
        drafts.change((draft) => ({ ...draft, phase: 'open' }));
      throw withFormFields(error);
    }
  };

  return {
    isOver: () => mutex.isOver(),
    join,
    install: (admin) =>
      mutex.run(async () => {
        if (admin.password !== admin.password_confirmation)
          throw invalidField('password_confirmation', 'The passwords don’t match.');
        const isTaken = (await database.checkCurrent()).state === 'installed';
        if (!isTaken) await expectReady();
        if (isTaken || !(await make(admin))) {
          // This server polls for the installation and hands over once it is complete.
          mutex.end();
          throw new AppError('setup.done');
        }
        mutex.end();
        return handOver();
      }),
  };
};
