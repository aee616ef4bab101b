export { registerRealtimeRoutes } from './realtime.routes.ts';
export { createRealtimeService, type RealtimeService } from './realtime.service.ts';
