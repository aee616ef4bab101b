export { registerSettingsChangesRoutes } from './changes.routes.ts';
export { createSettingsChanges, type SettingsChanges } from './changes.service.ts';
export { createServerTools, type ServerTools } from './server-tools.service.ts';
export { presentConfig } from './settings.present.ts';
export { registerSettingsRoutes } from './settings.routes.ts';
export { lockedBy, type SettingsInput, settingsSchema } from './settings.rules.ts';
export { contextOf, createSettingsService, type SettingsService } from './settings.service.ts';
