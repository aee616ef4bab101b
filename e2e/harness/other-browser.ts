/** A second person's browser beside the journey's own: it shares nothing with that. */
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { World } from './journey.ts';
import { skipOwnNames } from './own-name.ts';
import { guardPages, type PageGuard } from './page-guard.ts';

export interface OtherBrowser {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly guard: PageGuard;
}

/** A phone, held upright. */
export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } as const;

/** Opens it on an empty page; it is closed with the journey's own. The journey checks what its guard saw. */
export const otherBrowser = async (
  { context, server }: Pick<World, 'context' | 'server'>,
  options: BrowserContextOptions = {},
): Promise<OtherBrowser> => {
  const other = await context.browser()?.newContext({
    baseURL: server.url,
    locale: 'en-GB',
    colorScheme: 'light',
    ...options,
  });
  if (!other) throw new Error('There is no browser.');
  other.setDefaultTimeout(30_000);
  context.on('close', () => void other.close());
  await skipOwnNames(other);
  const guard = await guardPages(other);
  return { context: other, page: await other.newPage(), guard };
};
