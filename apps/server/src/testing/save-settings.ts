import type { SettingsInput } from '#features/settings/index.ts';
import type { TestApp } from '#testing/create-test-app.ts';

/** Changes settings as another node does: in the database, without an event on this node. */
export const saveSettings = (
  { parts, services }: Pick<TestApp, 'parts' | 'services'>,
  chosen: SettingsInput,
): Promise<void> => parts.db.transaction().execute((trx) => services.settings.save(trx, chosen));
