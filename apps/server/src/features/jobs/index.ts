export { JobFailedError } from './jobs.errors.ts';
export { createJobsService } from './jobs.service.ts';
export type { Attempt, JobCount, JobHandler, JobsService, NewJob } from './jobs.types.ts';
