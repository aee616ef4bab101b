/** Watches a page for what a user's console would show: a journey must not cause any of it by accident. */
import type { BrowserContext, Page } from 'playwright-core';

export interface PageGuard {
  /** Names a complaint that the journey provokes on purpose. One pattern stands for any number of them. */
  readonly allow: (pattern: RegExp) => void;
  /** Complaints that nobody allowed. */
  readonly complaints: () => string[];
}

const cspBreach = 'CSP violation';

const watch = (page: Page, note: (complaint: string) => void): void => {
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      note(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => note(`page error: ${error.stack ?? error.message}`));
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    // Whoever leaves a page, or asks for something newer, no longer wants what was on its way.
    const isWaitedFor = request.method() !== 'GET' && !request.url().endsWith('/broadcasting/auth');
    if (!isWaitedFor && why === 'net::ERR_ABORTED') return;
    note(`request failed: ${request.method()} ${request.url()} ${why}`);
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
  context.on('page', (page) => watch(page, note));
  return {
    allow: (pattern) => void allowed.push(pattern),
    complaints: () => seen.filter((complaint) => !allowed.some((pattern) => pattern.test(complaint))),
  };
};
