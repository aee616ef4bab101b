import type { Page, WebSocket } from 'playwright-core';

/** Milliseconds: a page that is still loading listens when it has nothing better to do. */
const patience = 60_000;

/**
 * Resolves once a page is told of what happens, by whichever connection it opens from now on.
 *
 * @param channel a part of the channel's name
 */
export const listening = (page: Page, channel = ''): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      page.off('websocket', hear);
      page.off('close', end);
    };
    const hear = (socket: WebSocket): void => {
      socket.on('framereceived', ({ payload }) => {
        const text = String(payload);
        if (!text.includes('subscription_succeeded') || !text.includes(channel)) return;
        end();
        resolve();
      });
    };
    const timer = setTimeout(() => {
      end();
      reject(new Error(`The page has not joined a channel “${channel}”.`));
    }, patience);
    page.on('websocket', hear);
    page.once('close', end);
  });

/** Resolves once a page is told of changes, and has been told again of a folder what it may have missed before. */
export const caughtUp = async (page: Page, folder: string): Promise<void> => {
  let isListening = false;
  const asked = page.waitForRequest(
    (request) => isListening && request.url().includes(`/api/browse/folders/${folder}`),
    { timeout: patience },
  );
  await listening(page, 'private-user');
  isListening = true;
  await (await asked).response();
};
