/** Watches a page for messages in a user's console: a journey must not cause any of them by accident. */
import type { BrowserContext, Page, Request, WebSocket } from 'playwright-core';

export interface PageGuard {
  /** Names a complaint that the journey provokes on purpose. One pattern stands for any number of them. */
  readonly allow: (pattern: RegExp) => void;
  /** Complaints that nobody allowed. */
  readonly complaints: () => string[];
}

/**
 * Complaints that are expected once a session has ended elsewhere: refused calls, and a realtime connection that was
 * only about to begin, or is broken off.
 */
export const refusedWithoutSession =
  /status of 40[13]|HTTP Authentication failed|closed before the connection is established/;

const cspBreach = 'CSP violation';
/** Milliseconds that a page is given before it is left all the same; a change then fails as cut off. */
const patience = 10_000;
const cutOff = 'net::ERR_ABORTED';

const failureOf = (request: Request, why: string) =>
  `request failed: ${request.method()} ${request.url()} ${why}`;

/** Tells whether somebody waits for a request: all but those that only fetch something to show. */
const isWaitedFor = (request: Request) =>
  request.method() !== 'GET' && !request.url().endsWith('/broadcasting/auth');

/** Tells whether a request may be a change, or hold one up: images and the like may be dropped. */
const mayBeChange = (request: Request) => ['fetch', 'xhr', 'script'].includes(request.resourceType());

/**
 * Makes a page finish its requests before a journey leaves it: a browser that loads another page drops those that it
 * has not sent, and a change may first fetch the script that makes it. A connection that is about to begin would warn in
 * the console. Requests that the journey allows to be cut off are not waited for.
 */
const finishBeforeLeaving = (page: Page, isAllowed: (complaint: string) => boolean): void => {
  const pending = new Set<Request | WebSocket>();
  page.on('request', (request) => {
    if (mayBeChange(request) && !isAllowed(failureOf(request, cutOff))) pending.add(request);
  });
  const forget = (request: Request) => void pending.delete(request);
  page.on('requestfinished', forget);
  page.on('requestfailed', forget);
  page.on('websocket', (socket) => {
    const begun = () => void pending.delete(socket);
    pending.add(socket);
    socket.once('framereceived', begun);
    socket.once('socketerror', begun);
    socket.once('close', begun);
  });
  /** The requests that the page has set off by now are known once it has answered something else. */
  const isBusy = async (): Promise<boolean> => {
    await page.evaluate(() => undefined).catch(() => undefined);
    return pending.size > 0;
  };
  const settled = async (): Promise<void> => {
    const end = Date.now() + patience;
    while ((await isBusy()) && Date.now() < end)
      await page.waitForEvent('requestfinished', { timeout: 100 }).catch(() => undefined);
  };
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (...to) => {
    await settled();
    return goto(...to);
  };
  page.reload = async (...how) => {
    await settled();
    return reload(...how);
  };
};

/**
 * Keeps the early promises of a journey from failing the whole run: where the journey fails before it awaits them,
 * nobody handles their rejection.
 */
const keepRejections = (page: Page): void => {
  const kept =
    <Args extends unknown[], T>(wait: (...args: Args) => Promise<T>) =>
    (...args: Args): Promise<T> => {
      const waiting = wait(...args);
      waiting.catch(() => undefined);
      return waiting;
    };
  page.waitForRequest = kept(page.waitForRequest.bind(page));
  page.waitForResponse = kept(page.waitForResponse.bind(page));
  page.waitForEvent = kept(page.waitForEvent.bind(page) as (...args: unknown[]) => Promise<never>);
};

const watch = (page: Page, note: (complaint: string) => void): void => {
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      note(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => note(`page error: ${error.stack ?? error.message}`));
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    // A page that is left, or asks for something newer, no longer wants its earlier requests.
    if (!isWaitedFor(request) && why === cutOff) return;
    note(failureOf(request, why));
  });
};

/** Guards every page of a context, popups too, from now on. */
export const guardPages = async (context: BrowserContext): Promise<PageGuard> => {
  const seen: string[] = [];
  const allowed: RegExp[] = [];
  const note = (complaint: string) => seen.push(complaint);
  await context.exposeFunction('holdallCspBreach', (text: string) => note(`${cspBreach}: ${text}`));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      const report = (globalThis as unknown as { holdallCspBreach: (text: string) => void }).holdallCspBreach;
      report(`${violatedDirective} blocked ${blockedURI} in ${sourceFile}`);
    });
  });
  const isAllowed = (complaint: string) => allowed.some((pattern) => pattern.test(complaint));
  context.on('page', (page) => {
    watch(page, note);
    finishBeforeLeaving(page, isAllowed);
    keepRejections(page);
  });
  return {
    allow: (pattern) => void allowed.push(pattern),
    complaints: () => seen.filter((complaint) => !isAllowed(complaint)),
  };
};
