export { registerActivityRoutes } from './activity.routes.ts';
export { type ActivityService, createActivityService } from './activity.service.ts';
