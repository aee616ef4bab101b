import type { BaseServices } from '#app.ts';
import type { Infrastructure } from '#compose/infrastructure.ts';
import { createSettingsService } from '#features/settings/index.ts';
import { createSetupService, type SetupService } from '#features/setup/index.ts';
import { createChooseStore } from '#features/storage/index.ts';
import { createTranslationsService, storedLanguages } from '#features/translations/index.ts';
import { createPasswordRule, createUsersService, type UsersService } from '#features/users/index.ts';

/** Services that exist before an installation. */
export interface Foundation extends BaseServices {
  readonly setup: SetupService;
  readonly users: UsersService;
}

/** Composes the services that install into an empty database. */
export const composeFoundation = ({
  db,
  clock,
  events,
  hasher,
  breached,
  sealer,
}: Pick<Infrastructure, 'db' | 'clock' | 'events' | 'hasher' | 'breached' | 'sealer'>): Foundation => {
  const settings = createSettingsService({ db, clock, sealer });
  const translations = createTranslationsService(storedLanguages(db));
  const users = createUsersService({
    hasMessages: (locale) => translations.hasMessages(locale),
    db,
    clock,
    events,
    hasher,
    checkNewPassword: createPasswordRule({
      breached,
      title: async () => (await settings.current()).title,
    }),
  });
  const chooseStore = createChooseStore({ clock, settings, sealer, operator: undefined });
  const setup = createSetupService({ db, clock, settings, users, chooseStore });
  return { settings, users, translations, setup };
};
