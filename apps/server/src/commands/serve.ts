import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type AppOptions, createApp, createSetupApp } from '#app.ts';
import { composeFoundation, composeServices, type Foundation } from '#compose.ts';
import { lockDataDir, openParts, type Parts, translateError } from '#compose-parts.ts';
import { type Config, ConfigError } from '#config/load.ts';
import { publicAddressOf } from '#config/public-address.ts';
import { installFrom } from '#commands/install.ts';
import { createHttpServer, type Server } from '#http/server.ts';
import { systemErrorCode } from '#lib/file-sync.ts';
import { createLogger, type Logger } from '#log.ts';

/** product.md: SIGTERM drains for up to 30 s. */
const drainMs = 30_000;
/** Connections that were cut: how long their uploads may take to write down how far they came. */
const settleMs = 10_000;
const sweepEveryMs = 10 * 60_000;
/** While a server waits for its installation: how often it looks whether `holdall setup` has run. */
const installPollMs = 1_000;

const isLoopback = (host: string): boolean => ['127.0.0.1', '::1', 'localhost'].includes(host);

const say = (sentence: string): void => {
  process.stdout.write(`${sentence}\n`);
};

const howToInstall = ({ dataDir }: Config): string =>
  `It is not installed yet. Stop it and start it again with HOLDALL_ADMIN_EMAIL and HOLDALL_ADMIN_PASSWORD,
or run in a second terminal, in this folder:
HOLDALL_DATA_DIR=${dataDir} npm run holdall -- setup --admin-email you@example.com --admin-password-file FILE`;

const warnOf = (config: Config, log: Logger): void => {
  for (const name of config.unknownVariables)
    log.warn(`${name} is no setting of Holdall; look for a typing error.`);
  if (config.smtpUrl !== undefined && config.url === undefined)
    log.warn('HOLDALL_URL is not set: links in mails lead to the address that this server listens at.');
  if (!isLoopback(config.host) && config.url?.startsWith('https:') !== true) {
    log.warn(
      'Serving plain HTTP beyond this machine: passwords travel readably. Put a proxy with HTTPS in front and set HOLDALL_URL.',
    );
  }
};

/** Looks for an installation again and again, one look at a time. @returns how to stop looking */
const whenInstalled = ({ setup }: Foundation, log: Logger, then: () => Promise<void>): (() => void) => {
  let timer: NodeJS.Timeout | undefined;
  const lookLater = (): void => {
    timer = setTimeout(() => void look(), installPollMs);
  };
  const look = async (): Promise<void> => {
    try {
      if (!(await setup.isInstalled())) return lookLater();
      await then();
    } catch (error) {
      log.error({ err: error }, 'could not take the installation over');
      lookLater();
    }
  };
  lookLater();
  return () => clearTimeout(timer);
};

export interface ServeOptions {
  readonly config: Config;
  /** Folder of the built web application. */
  readonly webDist: string;
  readonly version: string;
}

/** Opens the port, in words that help where that fails. @returns the port that was taken */
const listen = async (server: Server, { host, port }: Config): Promise<number> => {
  try {
    return (await server.listen(host, port)).port;
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'EADDRINUSE') {
      throw new ConfigError(`Port ${port} is taken by another program; set HOLDALL_PORT to a free one.`);
    }
    if (code === 'EACCES') {
      throw new ConfigError(
        `Port ${port} may not be opened by this user; set HOLDALL_PORT to one above 1023.`,
      );
    }
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new ConfigError(`HOLDALL_HOST ${host} is no address of this machine.`);
    }
    throw error;
  }
};

const signalled = (): Promise<string> =>
  new Promise((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => resolve(name));
  });

const installUnattended = async ({ setup }: Foundation, config: Config): Promise<void> => {
  if (await setup.isInstalled()) return;
  const admin = config.readAdmin();
  if (admin !== undefined) await installFrom(setup, admin);
};

interface Launch {
  readonly parts: Parts;
  readonly config: Config;
  readonly options: AppOptions;
  readonly log: Logger;
}

interface Running {
  readonly installed: boolean;
  readonly stop: () => void;
  /** Resolves when nothing uses the database any more. */
  readonly settled: () => Promise<void>;
}

/** Puts the application on the server: the whole one, or the one that waits for its installation. */
const start = async (server: Server, { parts, config, options, log }: Launch): Promise<Running> => {
  const foundation = composeFoundation(parts);
  const timers: (() => void)[] = [];
  let settled = async (): Promise<void> => undefined;
  const startInstalled = async (): Promise<void> => {
    const services = composeServices(parts, foundation);
    await services.prepare();
    settled = services.settled;
    await server.use(await createApp(services, options));
    timers.push(() => void services.realtime.close());
    const sweep = (): void => {
      services.sweep().catch((error: unknown) => log.error({ err: error }, 'sweeping failed'));
    };
    const timer = setInterval(sweep, sweepEveryMs);
    timers.push(() => clearInterval(timer));
    sweep();
  };
  await installUnattended(foundation, config);
  const installed = await foundation.setup.isInstalled();
  if (installed) {
    await startInstalled();
  } else {
    await server.use(await createSetupApp(foundation, options));
    const stopPolling = whenInstalled(foundation, log, async () => {
      await startInstalled();
      say('Holdall is installed.');
    });
    timers.push(stopPolling);
  }
  return {
    installed,
    stop: () => timers.forEach((stop) => stop()),
    settled: () => settled(),
  };
};

/** Runs the server until SIGTERM or SIGINT. @throws ConfigError where it cannot start as configured */
export const serve = async ({ config, webDist, version }: ServeOptions): Promise<void> => {
  const log = createLogger(config.logLevel);
  warnOf(config, log);
  const hasWeb = existsSync(join(webDist, 'index.html'));
  if (!hasWeb)
    log.warn('The web application is not built; only the API is served. `npm run build` builds it.');
  const unlock = lockDataDir(config);
  let { port } = config;
  const publicAddress = (): string => publicAddressOf(config, port);
  const parts = await openParts(config, {
    publicAddress,
    onMailWritten: (path) =>
      log.warn({ file: path }, 'no mail server is set up: a mail was written to a file'),
    onIdleError: (error) => log.warn({ err: error }, 'a database connection broke'),
    onListenerError: (error) => log.error({ err: error }, 'a reaction to an event failed'),
    onBackgroundError: (error) => log.error({ err: error }, 'work in the background failed'),
  });
  const server = createHttpServer();
  const options: AppOptions = {
    log,
    version,
    translateError,
    publicOrigin: config.url,
    trustedProxies: config.trustedProxies,
    recaptchaOrigin: config.recaptchaOrigin,
    webDist: hasWeb ? webDist : undefined,
  };
  let running: Running | undefined;
  try {
    running = await start(server, { parts, config, options, log });
    port = await listen(server, config);
    const stopSignal = signalled();
    log.info({ port, host: config.host, version }, 'listening');
    say(`Holdall is ready at ${publicAddress()}`);
    if (!running.installed) say(howToInstall(config));
    log.info({ signal: await stopSignal }, 'draining');
    // A second signal ends a drain that takes too long for whoever waits.
    void signalled().then(() => process.exit(1));
  } finally {
    running?.stop();
    await server.close(drainMs);
    await Promise.race([running?.settled(), delay(settleMs, undefined, { ref: false })]);
    await parts.db.destroy();
    unlock();
  }
  log.info('stopped');
};
