/** A visitor: real Chromium, signed in, with a processor that can be throttled. */
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';
import { userInfo } from 'node:os';
import { findChromium } from '../../scripts/test/tools.ts';
import type { RunningHoldall } from '../servers/holdall.ts';

/** Factor by which the processor is slowed down for the judged figures. */
export const slowDown = 4;

const flags = ['--disable-gpu', '--disable-background-networking', '--disable-component-update'];
/** The viewport of a laptop. */
const viewport = { width: 1440, height: 900 };

/** Data that a page records from its first moment on. */
interface Noted {
  /** Milliseconds since the visit began. */
  firstRow?: number;
  largestPaint?: number;
  /** Milliseconds from each press to the paint that follows it. */
  presses: number[];
}

/** The name that a page keeps its notes under. */
export const noted = 'benchNoted';

/** The function that a page calls when its first row is visible. */
const rowSeen = 'benchRowSeen';

/** Runs in the page, before all other scripts. */
const takeNotes = ([name, tell]: readonly [string, string]): void => {
  const notes: Noted = { presses: [] };
  Object.assign(globalThis, { [name]: notes });
  const watcher = new MutationObserver(() => {
    if (document.querySelector('[role=rowheader]') === null) return;
    watcher.disconnect();
    // A row in the document becomes visible with the next frame.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      const see = (): void => {
        notes.firstRow = performance.now();
        (globalThis as unknown as Record<string, (payload: string) => void>)[tell]?.('');
      };
      port1.addEventListener('message', see, { once: true });
      port1.start();
      port2.postMessage(undefined);
    });
  });
  watcher.observe(document, { childList: true, subtree: true });
  const paints = new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) notes.largestPaint = startTime;
  });
  paints.observe({ type: 'largest-contentful-paint', buffered: true });
  const presses = new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (((entry as unknown as { interactionId?: number }).interactionId ?? 0) > 0)
        notes.presses.push(entry.duration);
  });
  const everyPress: PerformanceObserverInit & { durationThreshold: number } = {
    type: 'event',
    buffered: true,
    durationThreshold: 16,
  };
  presses.observe(everyPress);
};

/** A page that is looked at. */
export interface Visit {
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly notes: () => Promise<Noted>;
  /** Resolves when the first row is visible. The page reports it: polling would slow it down while it loads. */
  readonly firstRow: Promise<void>;
  /** Seconds of processor time that the page's main thread has used, what slows it down included. */
  readonly cpuSeconds: () => Promise<number>;
  /** Elements in the document. */
  readonly nodes: () => Promise<number>;
  /** Bytes of the scripts' heap, after a garbage collection. */
  readonly heap: () => Promise<number>;
  /** Paths of the calls so far. */
  readonly calls: readonly string[];
  readonly close: () => Promise<void>;
}

export interface Visitor {
  /** Opens an empty page. @param slow factor by which the processor is throttled; 1: none */
  readonly visit: (slow: number) => Promise<Visit>;
  readonly browser: Browser;
  readonly close: () => Promise<void>;
}

const openPage = async (context: BrowserContext, slow: number): Promise<Visit> => {
  const page = await context.newPage();
  await page.addInitScript(takeNotes, [noted, rowSeen] as const);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slow });
  await cdp.send('Runtime.enable');
  await cdp.send('Runtime.addBinding', { name: rowSeen });
  const firstRow = new Promise<void>((seen) => {
    cdp.on('Runtime.bindingCalled', ({ name }) => name === rowSeen && seen());
  });
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname + search);
  });
  return {
    page,
    cdp,
    calls,
    firstRow,
    notes: () =>
      page.evaluate(
        (name) => (globalThis as unknown as Record<string, Noted>)[name] ?? { presses: [] },
        noted,
      ),
    cpuSeconds: async () => {
      const { metrics } = await cdp.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
    },
    nodes: () => page.evaluate(() => document.querySelectorAll('*').length),
    heap: async () => {
      await cdp.send('HeapProfiler.collectGarbage');
      const { usedSize } = await cdp.send('Runtime.getHeapUsage');
      return usedSize;
    },
    close: () => page.close(),
  };
};

/** Returns what these measurements lack; undefined: nothing. */
export const missing = (): string | undefined => (findChromium() === undefined ? 'Chromium' : undefined);

/** Starts a browser with the account's session and nothing in its cache. */
export const openVisitor = async ({ origin, headers }: RunningHoldall): Promise<Visitor> => {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('Chromium is not installed here');
  // Chromium's sandbox does not work for root, which benchmarks in containers run as.
  const sandbox = userInfo().uid === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath, args: [...flags, ...sandbox] });
  const context = await browser.newContext({
    baseURL: origin,
    viewport,
    locale: 'en-GB',
    colorScheme: 'light',
  });
  const [, name = '', value = ''] = /^([^=]+)=(.*)$/.exec(headers['cookie'] ?? '') ?? [];
  await context.addCookies([{ name, value, url: origin }]);
  return {
    visit: (slow) => openPage(context, slow),
    browser,
    close: () => browser.close(),
  };
};
