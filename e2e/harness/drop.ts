/** Dragging real files from the desktop, as the browser itself reports them. */
import type { Page } from 'playwright-core';

type Point = { readonly x: number; readonly y: number };
type Step = 'dragEnter' | 'dragOver' | 'drop';

const dragging =
  (...steps: readonly Step[]) =>
  async (page: Page, paths: readonly string[], { x, y }: Point): Promise<void> => {
    const session = await page.context().newCDPSession(page);
    const data = { items: [], files: [...paths], dragOperationsMask: 1 };
    for (const type of steps) await session.send('Input.dispatchDragEvent', { type, x, y, data });
    await session.detach();
  };

/** Drags the files and folders at `paths` over a point of the page, and keeps hold of them. */
export const dragFiles = dragging('dragEnter', 'dragOver');

/** Drags the files and folders at `paths` over a point of the page and drops them there. */
export const dropFiles = dragging('dragEnter', 'dragOver', 'drop');
