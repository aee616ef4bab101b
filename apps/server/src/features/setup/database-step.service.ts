import type { SetupDatabase } from '@holdall/contract/setup';
import type { DatabaseCheck } from '#db/check/check-postgres.ts';
import type { DatabaseChooser, DatabaseInput } from '#db/database-chooser.ts';
import { AppError } from '#lib/app-error.ts';
import { withStep } from './draft.rules.ts';
import type { Drafts } from './drafts.service.ts';
import type { WizardMutex } from './wizard-mutex.service.ts';

/** A database that can be used. */
export interface FoundDatabase {
  readonly state: 'empty' | 'prepared' | 'installed';
  readonly version: string;
  readonly tls: boolean | undefined;
}

export interface DatabaseStep {
  /** @throws setup.database_unusable, settings.locked */
  test(form: SetupDatabase): Promise<FoundDatabase>;
  /**
   * Tests the database, then stores the choice.
   *
   * @param then runs before anything else can change
   * @throws as `test`, setup.done
   */
  save<T>(form: SetupDatabase, then: (found: FoundDatabase) => Promise<T>): Promise<T>;
  /** Checks the chosen database. @throws setup.database_unusable */
  checkCurrent(): Promise<FoundDatabase>;
}

const choiceOf = (form: SetupDatabase): DatabaseInput => {
  if (form.connection === 'sqlite') return { kind: 'sqlite' };
  const { host, port, name, username, password, tls, ca } = form;
  return {
    kind: 'postgres',
    host,
    port,
    database: name,
    user: username,
    password: password ?? undefined,
    tls,
    ca: ca ?? undefined,
  };
};

const copying =
  'A copy into this database has not ended. Run holdall migrate again, or choose another database.';

const maybeInstalled =
  'The installation may be in the database chosen before, which can’t be reached. Make it available again, then try once more.';

/** The fields of the form, by their names in a check. */
const fields: Readonly<Record<string, string>> = { database: 'name', user: 'username' };

/** Returns the facts of a usable database. @throws setup.database_unusable */
const usable = (verdict: DatabaseCheck): FoundDatabase => {
  if (verdict.ok && verdict.state !== 'copying')
    return { state: verdict.state, version: verdict.version, tls: verdict.tls };
  const { fault, field, sentence } = verdict.ok
    ? { fault: 'copying', field: 'database', sentence: copying }
    : verdict;
  const named = field === undefined ? 'connection' : (fields[field] ?? field);
  throw new AppError('setup.database_unusable', {
    message: sentence,
    reason: fault,
    errors: { [named]: [sentence] },
  });
};

/** The step that chooses the database; the choice is stored at once, beside the draft. */
export const createDatabaseStep = ({
  chooser,
  drafts,
  mutex,
}: {
  readonly chooser: DatabaseChooser;
  readonly drafts: Drafts;
  readonly mutex: WizardMutex;
}): DatabaseStep => {
  const test: DatabaseStep['test'] = async (form) => {
    if (chooser.current().setBy === 'operator') throw new AppError('settings.locked');
    return usable(await chooser.check(choiceOf(form)));
  };
  /**
   * Refuses to leave a database in which the installation may have been made.
   *
   * @throws setup.done, setup.database_unusable
   */
  const expectUnused = async (): Promise<void> => {
    if (drafts.current().phase === 'open') return;
    const verdict = await chooser.checkCurrent();
    if (!verdict.ok)
      throw new AppError('setup.database_unusable', {
        message: `${maybeInstalled} ${verdict.sentence}`,
        reason: 'previous_away',
        errors: { connection: [`${maybeInstalled} ${verdict.sentence}`] },
      });
    if (verdict.state === 'installed') throw new AppError('setup.done');
  };
  return {
    test,
    save: async (form, then) => {
      const found = await test(form);
      return mutex.run(async () => {
        await expectUnused();
        chooser.save(choiceOf(form));
        drafts.change((draft) => withStep({ ...draft, phase: 'open' }, 'database'));
        return then(found);
      });
    },
    checkCurrent: async () => usable(await chooser.checkCurrent()),
  };
};
