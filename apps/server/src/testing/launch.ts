import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import type { Launch } from '#commands/installed-server.ts';
import { translateError } from '#features/storage/index.ts';
import type { Config } from '#config/load.ts';

export interface TestLaunch extends Launch {
  /** The applications that have been used, in order. */
  readonly used: FastifyInstance[];
  /** Failures of work in the background. */
  readonly failures: unknown[];
}

/** Returns the parts of a server that exist before its application, in this process and without a port. */
export const launchOf = (config: Config): TestLaunch => {
  const log = pino({ level: 'silent' });
  const used: FastifyInstance[] = [];
  const failures: unknown[] = [];
  const fail = (error: unknown): void => {
    failures.push(error);
  };
  return {
    config,
    log,
    used,
    failures,
    server: {
      listen: async () => ({ port: 1, address: '127.0.0.1', family: 'IPv4' }),
      use: async (app) => {
        await app.ready();
        used.push(app);
      },
      close: async () => undefined,
    },
    place: { port: 1, url: undefined },
    options: {
      log,
      version: '1.2.3',
      translateError,
      publicOrigin: () => undefined,
      trustedProxies: [],
      recaptchaOrigin: config.recaptchaOrigin,
      webDist: undefined,
    },
    hooks: {
      publicAddress: () => 'http://127.0.0.1:1',
      onMailWritten: fail,
      onWarning: fail,
      version: '1.2.3',
      onIdleError: fail,
      onEventsBroken: fail,
      onListenerError: fail,
      onBackgroundError: fail,
    },
  };
};
