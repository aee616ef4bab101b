import { email, newPassword } from '@holdall/contract/users';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { type SettingsService, settingsSchema } from '#features/settings/index.ts';
import type { UsersService } from '#features/users/index.ts';

/** What an unattended installation needs to know; everything else has its default. */
export const installationSchema = z.strictObject({
  email,
  password: newPassword,
  firstName: z.string().trim().max(100).default(''),
  lastName: z.string().trim().max(100).default(''),
  settings: settingsSchema.partial().default({}),
});
export type Installation = z.input<typeof installationSchema>;

export interface SetupService {
  isInstalled(): Promise<boolean>;
  /**
   * Creates the first administrator and the settings.
   *
   * @returns false where the installation exists already; nothing is changed then
   * @throws z.ZodError where an input is not acceptable, request.invalid where the password is a known one
   */
  install(installation: Installation): Promise<boolean>;
}

export interface SetupDeps {
  readonly db: Db;
  readonly settings: SettingsService;
  readonly users: UsersService;
}

export const createSetupService = ({ db, settings, users }: SetupDeps): SetupService => ({
  isInstalled: () => settings.isInstalled(),
  install: async (installation) => {
    const wish = installationSchema.parse(installation);
    if (await settings.isInstalled()) return false;
    await users.checkNewPassword(wish.password, [
      wish.email,
      wish.firstName,
      wish.lastName,
      wish.settings.title ?? '',
    ]);
    const passwordHash = await users.hashPassword(wish.password);
    return db.transaction().execute(async (trx) => {
      if (!(await settings.install(trx, wish.settings))) return false;
      await users.create(trx, {
        email: wish.email,
        passwordHash,
        role: 'admin',
        firstName: wish.firstName,
        lastName: wish.lastName,
      });
      return true;
    });
  },
});
