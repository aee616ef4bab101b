import { dismissJob, listJobs, retryJob, retryJobs } from '@holdall/contract/admin-server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Db } from '#db/database.ts';
import { register } from '#http/register.ts';
import { AppError } from '#lib/app-error.ts';
import { presentJob } from './jobs.present.ts';
import type { JobsService } from './jobs.types.ts';

export interface JobsAuditEntry {
  readonly did: 'job.retried' | 'job.dismissed';
  /** The kind of the jobs. */
  readonly kind: string;
  readonly count: number;
  /** The transaction of the change, if there is one. */
  readonly trx?: Db;
}

export interface JobsRouteDeps {
  readonly jobs: JobsService;
  /** Records that an administrator retried or dismissed jobs. */
  readonly recordAudit: (request: FastifyRequest, entry: JobsAuditEntry) => Promise<void>;
}

export const registerJobsRoutes = (app: FastifyInstance, { jobs, recordAudit }: JobsRouteDeps): void => {
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
    await recordAudit(request, { did: 'job.retried', kind, count: 1 });
    return undefined;
  });
  register(app, dismissJob, async ({ params, request }) => {
    const dismissed = await jobs.dismiss(params.id, (trx, kind) =>
      recordAudit(request, { did: 'job.dismissed', kind, count: 1, trx }),
    );
    if (dismissed === undefined) throw new AppError('job.not_found');
    return undefined;
  });
  register(app, retryJobs, async ({ body: { kind }, request }) => {
    const retried = await jobs.retryAll(kind);
    if (retried > 0) await recordAudit(request, { did: 'job.retried', kind, count: retried });
    return { retried };
  });
};
