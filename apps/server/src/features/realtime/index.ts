export { registerRealtimeRoutes } from './realtime.routes.ts';
export { createRealtimeService, type RealtimeService } from './realtime.service.ts';
export { registerServiceSettingsRoutes } from './service-settings.routes.ts';
export { createServiceSettings, type ServiceSettings } from './service-settings.service.ts';
