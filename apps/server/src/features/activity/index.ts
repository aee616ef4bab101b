export { type ActivityGatherer, createActivityGatherer } from './activity-gatherer.service.ts';
export { gatherRefusedCalls } from './refused-calls.routes.ts';
export { registerActivityRoutes } from './activity.routes.ts';
export { type ActivityService, createActivityService } from './activity.service.ts';
export type { NewActivity } from './activity.types.ts';
