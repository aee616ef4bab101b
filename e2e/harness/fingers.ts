/** Fingers on a touch screen. */
import type { CDPSession, Page } from 'playwright-core';

interface Point {
  readonly x: number;
  readonly y: number;
}
/** From where to where a finger goes. */
type Way = readonly [from: Point, to: Point];

const steps = 6;

const withFingers = async (
  page: Page,
  run: (
    send: (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]) => Promise<void>,
  ) => Promise<void>,
): Promise<void> => {
  const session: CDPSession = await page.context().newCDPSession(page);
  await run(async (type, points) => {
    const touchPoints = points.map((point, id) => ({ ...point, id }));
    await session.send('Input.dispatchTouchEvent', { type, touchPoints });
  });
  await session.detach();
};

/** Draws fingers over a page, all at once, and runs `meanwhile` before they let go. */
export const drawFingers = (
  page: Page,
  ways: readonly Way[],
  meanwhile: () => Promise<void> = () => Promise.resolve(),
): Promise<void> =>
  withFingers(page, async (send) => {
    const pointsAt = (part: number): Point[] =>
      ways.map(([from, to]) => ({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }));
    await send('touchStart', pointsAt(0));
    for (let step = 1; step <= steps; step += 1) await send('touchMove', pointsAt(step / steps));
    await meanwhile();
    await send('touchEnd', []);
  });

/** Taps twice, as fast as it goes. */
export const tapTwice = (page: Page, point: Point): Promise<void> =>
  withFingers(page, async (send) => {
    for (const type of ['touchStart', 'touchEnd', 'touchStart', 'touchEnd'] as const)
      await send(type, type === 'touchStart' ? [point] : []);
  });
