import { healthLive, healthReady } from '@holdall/contract/health';
import type { FastifyInstance } from 'fastify';
import { register } from '#http/register.ts';
import { AppError } from '#lib/app-error.ts';

/** Rejects where a part that the application cannot do without does not answer. */
export type HealthCheck = () => Promise<void>;

export const registerHealth = (app: FastifyInstance, ready: HealthCheck): void => {
  register(app, healthLive, async () => ({ status: 'ok' as const }));
  register(app, healthReady, async () => {
    try {
      await ready();
    } catch (cause) {
      throw cause instanceof AppError ? cause : new AppError('server.unavailable', { retryAfter: 5, cause });
    }
    return { status: 'ok' as const };
  });
};
