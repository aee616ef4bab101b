import { healthLive, healthReady } from '@holdall/contract/health';
import type { FastifyInstance } from 'fastify';
import { register } from '#http/register.ts';
import { AppError } from '#lib/app-error.ts';

/** Rejects where a part that the application cannot do without does not answer. */
export type HealthCheck = () => Promise<void>;

/** Milliseconds for which a result is shared: the check writes, and the endpoint is public. */
const freshness = 2_000;

const shared = (check: HealthCheck): HealthCheck => {
  let last: { at: number; result: Promise<void> } | undefined;
  return () => {
    const now = performance.now();
    if (last === undefined || now - last.at > freshness) last = { at: now, result: check() };
    return last.result;
  };
};

export const registerHealth = (app: FastifyInstance, check: HealthCheck): void => {
  const ready = shared(check);
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
