/** Dropping real files from the desktop, as the browser itself reports them. */
import type { Page } from 'playwright-core';

/** Drags the files and folders at `paths` over the page and drops them at its point `x`, `y`. */
export const dropFiles = async (page: Page, paths: readonly string[], { x, y }: { x: number; y: number }) => {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x, y, data });
  await session.detach();
};
