export { JobFailedError } from './jobs.errors.ts';
export { createJobsService } from './jobs.service.ts';
export type { JobHandler, JobsService } from './jobs.types.ts';
