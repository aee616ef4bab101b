import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type AppOptions, createApp, createSetupApp } from '#app.ts';
import {
  composeFoundation,
  composeServices,
  type Foundation,
  openParts,
  type Parts,
  translateError,
} from '#compose.ts';
import type { Config } from '#config/load.ts';
import { ConfigError } from '#config/load.ts';
import { installFrom } from '#commands/install.ts';
import { createHttpServer } from '#http/server.ts';
import { createLogger, type Logger } from '#log.ts';

/** product.md: SIGTERM drains for up to 30 s. */
const drainMs = 30_000;
const sweepEveryMs = 10 * 60_000;
/** While a server waits for its installation: how often it looks whether `holdall setup` has run. */
const installPollMs = 1_000;

const isLoopback = (host: string): boolean => ['127.0.0.1', '::1', 'localhost'].includes(host);

const say = (sentence: string): void => {
  process.stdout.write(`${sentence}\n`);
};

const warnOf = (config: Config, log: Logger): void => {
  for (const name of config.unknownVariables)
    log.warn(`${name} is no setting of Holdall; look for a typing error.`);
  if (!isLoopback(config.host) && config.url?.startsWith('https:') !== true) {
    log.warn(
      'Serving plain HTTP beyond this machine: passwords travel readably. Put a proxy with HTTPS in front and set HOLDALL_URL.',
    );
  }
};

/** Polls until the installation is there. @returns how to stop polling */
const whenInstalled = ({ setup }: Foundation, log: Logger, then: () => Promise<void>): (() => void) => {
  const timer = setInterval(() => {
    setup
      .isInstalled()
      .then(async (installed) => {
        if (!installed) return;
        clearInterval(timer);
        await then();
      })
      .catch((error: unknown) => log.error({ err: error }, 'could not look for an installation'));
  }, installPollMs);
  return () => clearInterval(timer);
};

const addressOf = (config: Config, port: number): string =>
  config.url ?? `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;

export interface ServeOptions {
  readonly config: Config;
  /** Folder of the built web application. */
  readonly webDist: string;
  readonly version: string;
}

/** Runs the server until SIGTERM or SIGINT. */
export const serve = async ({ config, webDist, version }: ServeOptions): Promise<void> => {
  const log = createLogger(config.logLevel);
  warnOf(config, log);
  const hasWeb = existsSync(join(webDist, 'index.html'));
  if (!hasWeb)
    log.warn('The web application is not built; only the API is served. `npm run build` builds it.');
  const parts: Parts = await openParts(config, (error) =>
    log.warn({ err: error }, 'a database connection broke'),
  );
  const foundation = composeFoundation(parts);
  const options: AppOptions = {
    log,
    version,
    translateError,
    publicOrigin: config.url,
    trustedProxies: config.trustedProxies,
    webDist: hasWeb ? webDist : undefined,
  };
  const server = createHttpServer();
  const timers: (() => void)[] = [];

  const startInstalled = async (): Promise<void> => {
    const services = composeServices(parts, foundation);
    await services.prepare();
    const app: FastifyInstance = await createApp(services, options);
    await server.use(app);
    const sweep = (): void => {
      services.sweep().catch((error: unknown) => log.error({ err: error }, 'sweeping failed'));
    };
    sweep();
    const timer = setInterval(sweep, sweepEveryMs);
    timers.push(() => clearInterval(timer));
  };

  if (config.admin !== undefined && !(await foundation.setup.isInstalled()))
    await installFrom(foundation.setup, config.admin);
  const installed = await foundation.setup.isInstalled();
  if (installed) await startInstalled();
  else {
    await server.use(await createSetupApp(foundation, options));
    timers.push(
      whenInstalled(foundation, log, async () => {
        await startInstalled();
        log.info('installed');
        say('Holdall is installed.');
      }),
    );
  }

  const { port } = await server.listen(config.host, config.port).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'EADDRINUSE')
      throw new ConfigError(
        `Port ${config.port} is taken by another program; set HOLDALL_PORT to a free one.`,
      );
    if (code === 'EACCES')
      throw new ConfigError(
        `Port ${config.port} may not be opened by this user; set HOLDALL_PORT to one above 1023.`,
      );
    throw error;
  });
  log.info({ port, host: config.host, version }, 'listening');
  say(`Holdall is ready at ${addressOf(config, port)}`);
  if (!installed) {
    say(
      'It is not installed yet. Stop it and start it again with HOLDALL_ADMIN_EMAIL and HOLDALL_ADMIN_PASSWORD,',
    );
    say(
      'or run in a second terminal: npm run holdall -- setup --admin-email you@example.com --admin-password-file FILE',
    );
  }

  const signal = await new Promise<string>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => resolve(name));
  });
  log.info({ signal }, 'draining');
  // A second signal ends a drain that takes too long for whoever waits.
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => process.exit(1));
  for (const stop of timers) stop();
  await server.close(drainMs);
  await parts.db.destroy();
  log.info('stopped');
};
