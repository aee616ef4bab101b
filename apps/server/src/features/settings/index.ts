export { presentConfig } from './settings.present.ts';
export { registerSettingsRoutes } from './settings.routes.ts';
export { type SettingsInput, settingsSchema } from './settings.rules.ts';
export { createSettingsService, type SettingsService } from './settings.service.ts';
