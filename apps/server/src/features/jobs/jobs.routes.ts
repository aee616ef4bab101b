import { listJobs, retryJob, retryJobs } from '@holdall/contract/admin-server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { register } from '#http/register.ts';
import { AppError } from '#lib/app-error.ts';
import { presentJob } from './jobs.present.ts';
import type { JobsService } from './jobs.types.ts';

export interface JobsRouteDeps {
  readonly jobs: JobsService;
  /** Told of an administrator who has jobs tried again. */
  readonly onRetried: (
    request: FastifyRequest,
    what: { readonly kind: string; readonly count: number },
  ) => Promise<void>;
}

export const registerJobsRoutes = (app: FastifyInstance, { jobs, onRetried }: JobsRouteDeps): void => {
  register(app, listJobs, async ({ query }) => {
    const { rows, total, counts } = await jobs.page(query);
    return {
      data: rows.map(presentJob),
      meta: { total, offset: query.offset, limit: query.limit, counts: [...counts] },
    };
  });
  register(app, retryJob, async ({ params, request }) => {
    const kind = await jobs.retry(params.id);
    if (kind === undefined) throw new AppError('job.not_found');
    await onRetried(request, { kind, count: 1 });
    return undefined;
  });
  register(app, retryJobs, async ({ body: { kind }, request }) => {
    const retried = await jobs.retryAll(kind);
    if (retried > 0) await onRetried(request, { kind, count: retried });
    return { retried };
  });
};
