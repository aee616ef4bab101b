export { registerSettingsChangesRoutes } from './changes.routes.ts';
export { createSettingsChanges, type SettingsChanges } from './changes.service.ts';
export { createPublicAddress, type PublicAddress } from './public-address.service.ts';
export { createServerTools, type ServerTools } from './server-tools.service.ts';
export { presentConfig } from './settings.present.ts';
export { registerSettingsRoutes } from './settings.routes.ts';
export { decidedByMail, type Settings, type SettingsInput, settingsSchema } from './settings.rules.ts';
export type { RecordChange } from './settings.types.ts';
export { contextOf, createSettingsService, type SettingsService } from './settings.service.ts';
