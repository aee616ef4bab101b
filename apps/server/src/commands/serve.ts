import { existsSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { pages } from '@holdall/contract/pages';
import { setupCodeFragment } from '@holdall/contract/setup';
import { lockDataDir } from '#compose/infrastructure.ts';
import { openLogs } from '#compose/host-environment.ts';
import { listen, signalled } from '#commands/listening.ts';
import { start, type Started } from '#commands/start.ts';
import type { Launch } from '#commands/installed-server.ts';
import { print } from '#commands/cli-output.ts';
import type { Config } from '#config/load.ts';
import { originsOf, publicAddressOf, readySentence } from '#config/public-address.ts';
import { translateError } from '#features/storage/index.ts';
import { createHttpServer } from '#http/server.ts';
import { reasonOf } from '#lib/reason-of.ts';
import { isLoopbackHost } from '#lib/http/loopback.ts';
import { releaseStartupMemory } from '#lib/release-startup-memory.ts';
import { createLogger, type Logger } from '#log.ts';

/** product.md: SIGTERM drains for up to 30 s. */
const drainMs = 30_000;
/** Milliseconds after the start in which waiting requests are served first. */
const settleMs = 1_000;

/** @param code the one-time code @param port that the server got */
const howToInstall = (config: Config, code: string, port: number): string => {
  const links = originsOf(config, port, {
    addresses: Object.values(networkInterfaces()).flatMap((each) => each ?? []),
    hostname: hostname(),
  }).map((origin) => `${origin}${pages.install}#${setupCodeFragment}=${code}`);
  return `It is not installed yet. Open this link, which holds its one-time code:
${links.join('\nor, from another machine:\n')}
or run in a second terminal, in this folder:
HOLDALL_DATA_DIR=${config.dataDir} npm run holdall -- setup --admin-email you@example.com --admin-password-file FILE`;
};

const warnOfVariables = ({ unknownVariables }: Config, log: Logger): void => {
  for (const name of unknownVariables) log.warn(`${name} is no setting of Holdall; look for a typing error.`);
};

/** @param url the public address, as the operator or the settings have it */
const warnOfAddress = ({ host, smtpUrl }: Config, url: string | undefined, log: Logger): void => {
  if (smtpUrl !== undefined && url === undefined)
    log.warn(
      'No public address is set: links in mails lead to where this server listens. Set HOLDALL_URL, or choose it in the settings.',
    );
  if (!isLoopbackHost(host) && url === undefined)
    log.warn(
      'No public address is set: by plain HTTP this server is reached by IP addresses and names of its own network alone. Set HOLDALL_URL or HOLDALL_HOST_NAMES, or choose the address in the settings.',
    );
  if (!isLoopbackHost(host) && url?.startsWith('https:') !== true)
    log.warn(
      'Serving plain HTTP beyond this machine: passwords travel readably. Put a proxy with HTTPS in front, and say its address by HOLDALL_URL or in the settings.',
    );
};

export interface ServeOptions {
  readonly config: Config;
  /** Folder of the built web application. */
  readonly webDist: string;
  readonly version: string;
}

/** Runs the server until SIGTERM or SIGINT. @throws ConfigError where it cannot start as configured */
export const serve = async ({ config, webDist, version }: ServeOptions): Promise<void> => {
  const unlock = lockDataDir(config);
  const kept = openLogs(config.dataDir);
  const log = createLogger(config.logLevel, (line) => kept.write(line));
  warnOfVariables(config, log);
  const hasWeb = existsSync(join(webDist, 'index.html'));
  if (!hasWeb)
    log.warn('The web application is not built; only the API is served. `npm run build` builds it.');
  const place: Launch['place'] = { port: config.port, url: config.url };
  const publicAddress = (): string => publicAddressOf(config, place.port);
  const server = createHttpServer();
  const options: Launch['options'] = {
    log,
    version,
    translateError,
    publicOrigin: () => config.url,
    trustedProxies: config.trustedProxies,
    hostNames: [hostname(), config.host, ...config.hostNames],
    hstsSubdomains: config.hstsSubdomains,
    recaptchaOrigin: config.recaptchaOrigin,
    demo: config.demo,
    webDist: hasWeb ? webDist : undefined,
  };
  let started: Started | undefined;
  try {
    started = await start({
      config,
      options,
      log,
      server,
      place,
      hooks: {
        publicAddress,
        onMailWritten: (path) =>
          log.warn({ file: path }, 'no mail server is set up: a mail was written to a file'),
        onWarning: (sentence) => log.warn(sentence),
        version,
        onIdleError: (error) => log.warn({ err: error }, 'a database connection broke'),
        onSyncFailed: (error, uncut) => {
          log.error({ err: error }, `nothing is saved any more, until a restart: ${reasonOf(error.cause)}`);
          if (uncut !== undefined)
            log.error(
              { err: uncut },
              'what was not confirmed could not be removed from the log of the database',
            );
        },
        onDiskFull: (isFull) =>
          isFull
            ? log.error({ folder: config.dataDir }, 'the disk is full: nothing but deleting is possible')
            : log.info({ folder: config.dataDir }, 'the disk has room again'),
        onEventsBroken: (error) => log.warn({ err: error }, 'the connection to other nodes broke'),
        onListenerError: (error) => log.error({ err: error }, 'a reaction to an event failed'),
        onBackgroundError: (error) => log.error({ err: error }, 'work in the background failed'),
      },
    });
    warnOfAddress(config, place.url, log);
    place.port = await listen(server, config);
    const stopSignal = signalled();
    log.info({ port: place.port, host: config.host, version }, 'listening');
    const ready = readySentence(place.url, publicAddressOf({ host: config.host }, place.port));
    const { wizard } = started;
    if (wizard === undefined) print(ready);
    else print(`${ready}\n${howToInstall(config, wizard.code(), place.port)}`);
    setTimeout(releaseStartupMemory, settleMs).unref();
    log.info({ signal: await stopSignal }, 'draining');
    // A second signal ends a drain that takes too long.
    void signalled().then(() => process.exit(1));
  } finally {
    started?.stop();
    await server.close(drainMs);
    await started?.close();
    unlock();
  }
  log.info('stopped');
};
