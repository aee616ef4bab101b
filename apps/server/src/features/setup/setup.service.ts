import { email, newPassword } from '@holdall/contract/users';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { type SettingsService, settingsSchema } from '#features/settings/index.ts';
import type { UsersService } from '#features/users/index.ts';
import type { Clock } from '#ports/clock.ts';
import { saveDraftMarker } from './draft-marker.repo.ts';

/** What an installation needs to know; everything else has its default. */
export const installationSchema = z.strictObject({
  email,
  password: newPassword,
  firstName: z.string().trim().max(100).default(''),
  lastName: z.string().trim().max(100).default(''),
  settings: settingsSchema.partial().default({}),
  /** The draft of the wizard that it is made of: images of it may come later. */
  draft: z.string().optional(),
});
export type Installation = z.input<typeof installationSchema>;

export interface SetupService {
  isInstalled(): Promise<boolean>;
  /**
   * Creates the first administrator and the settings.
   *
   * @param expectFree refuses what an installation would have to itself and has not
   * @returns false where the installation exists already; nothing is changed then
   * @throws z.ZodError where an input is not acceptable, request.invalid where the password is a known one
   */
  install(installation: Installation, expectFree?: () => Promise<void>): Promise<boolean>;
}

export interface SetupDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly settings: SettingsService;
  readonly users: UsersService;
}

export const createSetupService = ({ db, clock, settings, users }: SetupDeps): SetupService => ({
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
      // Another server has installed meanwhile, and has begun to keep files there.
      if (await settings.isInstalled()) return false;
      throw error;
    }
    const passwordHash = await users.hashPassword(input.password);
    // What nobody has chosen keeps the defaults of whichever version reads it.
    const { settings: chosen = {} } = installation;
    const named = Object.fromEntries(Object.entries(input.settings).filter(([name]) => name in chosen));
    return db.transaction().execute(async (trx) => {
      if (!(await settings.install(trx, named))) return false;
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
