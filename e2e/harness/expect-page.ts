/** Waiting for a page to become what a journey expects; Vitest has no such assertions for Playwright. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

const patience = { timeout: 25_000, interval: 50 };

/** Waits until the element is on the page and visible. */
export const expectVisible = (locator: Locator): Promise<void> => locator.waitFor({ state: 'visible' });

/** Waits until the element is gone or hidden. */
export const expectGone = (locator: Locator): Promise<void> => locator.waitFor({ state: 'hidden' });

/** Waits until the address's path and query equal `path`. */
export const expectPath = (page: Page, path: string): Promise<void> =>
  expect
    .poll(() => {
      const { pathname, search } = new URL(page.url());
      return pathname + search;
    }, patience)
    .toBe(path);

/** Waits until `read` returns the expected value. */
export const expectEventually = async <T>(read: () => Promise<T>, expected: T): Promise<void> =>
  expect.poll(read, patience).toEqual(expected);
