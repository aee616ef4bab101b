import type { Services } from '#app.ts';
import type { Foundation } from '#compose/foundation.ts';
import type { Infrastructure } from '#compose/infrastructure.ts';
import { limits } from '#features/auth/index.ts';
import { createMailSettings } from '#features/mail/index.ts';
import { listOtherHosts } from '#features/nodes/index.ts';
import { createServiceSettings } from '#features/realtime/index.ts';
import { createSettingsChanges, decidedByMail } from '#features/settings/index.ts';
import { createStorageSettings, decidedBy } from '#features/storage/index.ts';
import { createLanguagesService, isSpoken } from '#features/translations/index.ts';

export interface SettingsNeeds extends Pick<Services, 'address' | 'auth' | 'activity' | 'mail'> {
  readonly infrastructure: Infrastructure;
  readonly foundation: Pick<Foundation, 'settings' | 'users'>;
}

/**
 * Composes the services that change settings: each by itself, and forms that are tried as a whole before they
 * are saved.
 */
export const composeSettings = ({
  infrastructure,
  foundation,
  address,
  auth,
  activity,
  mail,
}: SettingsNeeds) => {
  const { db, clock, events, storage } = infrastructure;
  const { settings, users } = foundation;
  const storageSettings = createStorageSettings({
    ...infrastructure,
    ...storage,
    settings,
    others: () => listOtherHosts(db, infrastructure.node),
    countTrial: (userId) => auth.limits.count(`storage_trial:${userId}`, limits.storageTrialsOfAccount),
    record: (on, entry) => activity.record(on, entry),
  });
  const decided = {
    ...(infrastructure.publicUrl === undefined ? {} : { url: infrastructure.publicUrl }),
    ...decidedByMail(infrastructure.operatorMail),
    ...decidedBy(storage.operator, storage.downloads),
  };
  const settingsChanges = createSettingsChanges({
    ...infrastructure,
    settings,
    record: (on, entry) => activity.record(on, entry),
    decided,
    fixed: () => storageSettings.fixed(),
    refreshAddress: () => address.refresh(),
    hasMessages: (locale, on) => isSpoken(on, locale),
  });
  const mailSettings = createMailSettings({
    ...infrastructure,
    settings,
    mail,
    isDecided: infrastructure.operatorMail !== undefined,
    emailOf: async (actor) => (await users.getOwn(actor)).email,
    countTrial: (userId) => auth.limits.count(`mail_trial:${userId}`, limits.mailTrialsOfAccount),
    record: (on, entry) => activity.record(on, entry),
  });
  const languages = createLanguagesService({
    db,
    clock,
    events,
    record: (on, entry) => activity.record(on, entry),
    defaultLocale: async (on) => (await settings.current(on)).locale,
    fallBack: (trx, { actor, facts }) =>
      settingsChanges.changeOn(trx, { actor, facts, group: 'appearance', name: 'locale', value: 'en' }),
    countChange: (trx) => settings.countChange(trx),
  });
  const serviceSettings = createServiceSettings({
    ...infrastructure,
    settings,
    countTrial: (userId) => auth.limits.count(`realtime_trial:${userId}`, limits.storageTrialsOfAccount),
    record: (on, entry) => activity.record(on, entry),
  });
  return { storageSettings, settingsChanges, mailSettings, serviceSettings, languages };
};
