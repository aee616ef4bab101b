export { JobFailedError } from './jobs.errors.ts';
export { registerJobsRoutes } from './jobs.routes.ts';
export { createJobsService } from './jobs.service.ts';
export type { JobHandler, JobsService, NewJob } from './jobs.types.ts';
export { createStallCheck } from './stall-check.ts';
