import { readMetrics } from '@holdall/contract/health';
import type { FastifyInstance } from 'fastify';
import { register } from '#http/register.ts';
import { AppError } from '#lib/app-error.ts';
import type { ReadMetrics } from './metrics.service.ts';

export interface MetricsRouteDeps {
  readonly metrics: ReadMetrics;
}

export const registerMetricsRoutes = (app: FastifyInstance, { metrics }: MetricsRouteDeps): void => {
  register(app, readMetrics, async ({ request, reply }) => {
    const text = await metrics(request.headers.authorization);
    if (text === undefined) throw new AppError('request.not_found');
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(text);
  });
};
