import type { Page } from 'playwright-core';

/**
 * Lets the page send no more than `bytesPerSecond`, so that an upload is still under way when it is stopped.
 * @returns lifts the limit again.
 */
export const slowUploads = async (page: Page, bytesPerSecond: number): Promise<() => Promise<void>> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const limit = async (uploadThroughput: number): Promise<void> => {
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  };
  await limit(bytesPerSecond);
  return () => limit(-1);
};
