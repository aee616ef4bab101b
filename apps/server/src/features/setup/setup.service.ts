import { email, newPassword } from '@holdall/contract/users';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { type SettingsService, settingsSchema } from '#features/settings/index.ts';
import { bucketOf, type ChooseStore } from '#features/storage/index.ts';
import type { UsersService } from '#features/users/index.ts';
import type { Clock } from '#ports/clock.ts';
import { saveDraftMarker } from './draft-marker.repo.ts';

/** The input of an installation; everything else has a default. */
export const installationSchema = z.strictObject({
  email,
  password: newPassword,
  firstName: z.string().trim().max(100).default(''),
  lastName: z.string().trim().max(100).default(''),
  settings: settingsSchema.partial().default({}),
  /** The id of the wizard's draft that it is made of: its images may be stored later. */
  draft: z.string().optional(),
});
export type Installation = z.input<typeof installationSchema>;

export interface SetupService {
  isInstalled(): Promise<boolean>;
  /**
   * Creates the first administrator and the settings.
   *
   * @param expectFree refuses a store of files that is in use already
   * @returns false, without changes, if the installation exists already
   * @throws z.ZodError for invalid input, request.invalid for a known password
   */
  install(installation: Installation, expectFree?: () => Promise<void>): Promise<boolean>;
}

export interface SetupDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly settings: SettingsService;
  readonly users: UsersService;
  readonly chooseStore: ChooseStore;
}

export const createSetupService = ({ db, clock, settings, users, chooseStore }: SetupDeps): SetupService => ({
  isInstalled: () => settings.isInstalled(),
  install: async (installation, expectFree) => {
    const input = installationSchema.parse(installation);
    if (await settings.isInstalled()) return false;
    await users.checkNewPassword(input.password, [
      input.email,
      input.firstName,
      input.lastName,
      input.settings.title ?? '',
    ]);
    try {
      await expectFree?.();
    } catch (error) {
      // Another server has installed meanwhile, and has begun to store files there.
      if (await settings.isInstalled()) return false;
      throw error;
    }
    const passwordHash = await users.hashPassword(input.password);
    // Values that were not chosen stay unset, so that they follow the defaults of each version.
    const { settings: chosen = {} } = installation;
    const named = Object.fromEntries(Object.entries(input.settings).filter(([name]) => name in chosen));
    return db.transaction().execute(async (trx) => {
      if (!(await settings.install(trx, named))) return false;
      const { storage_driver: driver, ...place } = settingsSchema.parse(named);
      if (driver === 's3') {
        const bucket = bucketOf({ ...place, storage_driver: driver }, place.s3_secret_key);
        // The store that the migrations made has nothing yet.
        await chooseStore(trx, { to: { kind: 's3', bucket }, node: '', keepKeys: true, isSame: true }, {});
      }
      await users.create(trx, {
        email: input.email,
        passwordHash,
        role: 'admin',
        firstName: input.firstName,
        lastName: input.lastName,
      });
      if (input.draft !== undefined) await saveDraftMarker(trx, { draft: input.draft, now: clock.now() });
      return true;
    });
  },
});
