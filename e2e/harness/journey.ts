/** A journey: a test in which a person uses the product through a browser. */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from './browser.ts';
import { skipOwnNames } from './own-name.ts';
import { guardPages, type PageGuard } from './page-guard.ts';
import { admin, type Installation, type RunningServer, startServer } from './server.ts';

const pictures = resolve(import.meta.dirname, '../../test-results');

const desktop = { width: 1440, height: 900 };

export interface World {
  readonly server: RunningServer;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly guard: PageGuard;
  /**
   * Signs the administrator in and waits for the screen. The session is begun beside the page: the form has
   * journeys of its own.
   * @param at the screen's path; Files where it is left out
   * @param through where the browser finds the server, if not directly
   */
  readonly signIn: (place?: { at?: string; through?: string }) => Promise<void>;
}

type Run = (world: World) => Promise<void>;
interface JourneyOptions extends BrowserContextOptions {
  /** Milliseconds, where two minutes are not enough. */
  readonly timeout?: number;
  /** True if accounts without a name are asked for one. */
  readonly asksNames?: boolean;
  /** True if the page may have its service worker. */
  readonly installs?: boolean;
}

/**
 * Keeps the service worker away: it takes over a page at a moment of its own, and requests of a page that it has are
 * neither routed nor watched.
 */
const forbidServiceWorkers = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    if ('serviceWorker' in navigator)
      ServiceWorkerContainer.prototype.register = () => new Promise(() => undefined);
  });

const fileName = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/**
 * Starts one server for the journeys of a file, and returns how to declare them. Each journey has a
 * fresh browser context. It fails on console errors and warnings, uncaught errors, failed requests
 * and breaches of the content security policy that it did not allow; then its last picture is in
 * test-results/.
 * @param env adds to the server's environment
 * @param installation differs from the defaults
 * @param common options of all its journeys
 */
export const journeysOf = (
  env: NodeJS.ProcessEnv = {},
  installation: Installation = {},
  common: JourneyOptions = {},
) => {
  let browser: Browser | undefined;
  let server: RunningServer | undefined;
  beforeAll(async () => {
    browser = await sharedBrowser();
    server = await startServer(env, installation);
  });
  afterAll(() => server?.stop());

  const open = async ({
    asksNames = false,
    installs = false,
    ...options
  }: Omit<JourneyOptions, 'timeout'>): Promise<World> => {
    if (!browser || !server) throw new Error('The browser or the server did not start.');
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: desktop,
      locale: 'en-GB',
      colorScheme: 'light',
      ...options,
    });
    context.setDefaultTimeout(30_000);
    if (!asksNames) await skipOwnNames(context);
    if (!installs) await forbidServiceWorkers(context);
    const guard = await guardPages(context);
    const page = await context.newPage();
    const { url: direct } = server;
    const signIn: World['signIn'] = async ({ at = '/platform/files', through: url = direct } = {}) => {
      const data = { ...admin, remember: false };
      const answer = await context.request.post(`${url}/api/login`, { headers: { origin: url }, data });
      if (!answer.ok()) throw new Error(`Signing in answered ${answer.status()}: ${await answer.text()}`);
      await page.goto(`${url}${at}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
    };
    return { server, context, page, guard, signIn };
  };

  return (name: string, run: Run, own: JourneyOptions = {}) => {
    const { timeout = 120_000, ...options } = { ...common, ...own };
    return test(name, { timeout }, async ({ task }) => {
      const world = await open(options);
      try {
        await run(world);
        expect(world.guard.complaints(), 'what the console of a user would show').toEqual([]);
      } catch (error) {
        mkdirSync(pictures, { recursive: true });
        const path = join(pictures, `${task.file.projectName ?? 'e2e'}-${fileName(task.name)}.png`);
        await world.page.screenshot({ path }).catch(() => undefined);
        throw error;
      } finally {
        // A page may still wait for a request that a journey answers, which no longer matters.
        for (const routed of [world.context, ...world.context.pages()])
          await routed.unrouteAll({ behavior: 'ignoreErrors' });
        await world.context.close();
      }
    });
  };
};
