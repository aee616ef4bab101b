/** Measures the frames of a scrolling listing in a real browser whose processor is made four times slower. */
import type { Page } from 'playwright-core';
import { sharedBrowser } from '../../e2e/harness/browser.ts';
import { skipOwnNames } from '../../e2e/harness/own-name.ts';
import {
  frameCategories,
  frameMarks,
  frameTimesOf,
  type FrameTimes,
  type TraceEvent,
} from '../lib/frame-trace.ts';
import { benchAccount } from '../lib/holdall.ts';
import { median, quantile } from '../lib/statistics.ts';
import type { Comparison, Entrant, Group, Stage, Target } from './comparison.ts';

const slowdown = 4;
const views = { list: { name: 'List', rowHeight: 48 }, grid: { name: 'Grid', rowHeight: 190 } } as const;
type View = keyof typeof views;

/** Pixels that a listing moves in a frame while somebody turns a wheel. */
const wheelPace = 12;

interface Frames extends FrameTimes {
  readonly way: 'wheel' | 'two rows';
}

/** The figures of one time that a folder is scrolled. */
interface Scrolled {
  readonly frames: readonly Frames[];
  /** Elements of the page. */
  readonly elements: number;
  /** Elements that come or go for each row that scrolls by. */
  readonly changes: number;
}

/** Scrolls by the same distance in each frame. */
const scrollEachFrame = (page: Page, pixels: number, frames: number): Promise<void> =>
  page.getByRole('grid').evaluate(
    async (grid, [step = 0, count = 0]) => {
      for (let frame = 0; frame < count; frame += 1) {
        grid.scrollTop += step;
        await new Promise(requestAnimationFrame);
      }
    },
    [pixels, frames],
  );

/** Counts the elements that come and go while it scrolls by some rows. @returns how many for each row */
const countChanges = async (page: Page, { rowHeight }: { readonly rowHeight: number }): Promise<number> => {
  const rows = 120;
  const changes = await page.getByRole('grid').evaluateHandle((grid) => {
    const seen = { count: 0 };
    new MutationObserver((records) => {
      for (const { addedNodes, removedNodes } of records)
        for (const node of [...addedNodes, ...removedNodes])
          if (node instanceof Element) seen.count += 1 + node.querySelectorAll('*').length;
    }).observe(grid, { childList: true, subtree: true });
    return seen;
  });
  await scrollEachFrame(page, rowHeight, rows);
  return (await changes.evaluate(({ count }) => count)) / rows;
};

/** @param pixels in each frame */
const measure = async (
  page: Page,
  way: Frames['way'],
  { pixels, frames }: { readonly pixels: number; readonly frames: number },
): Promise<Frames> => {
  const browser = await sharedBrowser();
  await browser.startTracing(page, {
    categories: [...frameCategories],
  });
  await page.evaluate((mark) => performance.mark(mark), frameMarks.begin);
  await scrollEachFrame(page, pixels, frames);
  await page.evaluate((mark) => performance.mark(mark), frameMarks.end);
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
  return { way, ...frameTimesOf(traceEvents) };
};

/** Opens the folder in a page of its own, and scrolls it in both ways. */
const scrollFolder = async ({ holdall, quick }: Stage, view: View): Promise<Scrolled> => {
  const { origin } = holdall;
  const context = await (
    await sharedBrowser()
  ).newContext({ baseURL: origin, viewport: { width: 1440, height: 900 } });
  try {
    await skipOwnNames(context);
    const data = { ...benchAccount, remember: false };
    await context.request.post('/api/login', { headers: { origin }, data });
    const page = await context.newPage();
    await page.goto(`/platform/files/${holdall.idOf('very-many')}?sort=name&dir=ASC`);
    const { name, rowHeight } = views[view];
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('row', { name: 'entry-000000' }).waitFor();
    await page.mouse.move(700, 500);
    // Scripts get warm meanwhile, as they are for somebody who scrolls through a folder.
    const changes = await countChanges(page, { rowHeight });
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const frames = quick ? 60 : 240;
    return {
      frames: [
        await measure(page, 'wheel', { pixels: wheelPace, frames }),
        await measure(page, 'two rows', { pixels: 2 * rowHeight, frames }),
      ],
      elements: await page.evaluate(() => document.querySelectorAll('*').length),
      changes,
    };
  } finally {
    await context.close();
  }
};

const timesOf: Readonly<Record<string, (times: FrameTimes) => number>> = {
  median: ({ costs }) => median(costs),
  p95: ({ costs }) => quantile(costs, 0.95),
  'p95 between': ({ distances }) => quantile(distances, 0.95),
};

const atMost = (way: Frames['way'], limit: number): Target => ({
  of: `${way}: p95`,
  figure: 'value',
  side: 'at most',
  limit,
});

const framesOf =
  (view: View) =>
  async (stage: Stage): Promise<Comparison> => {
    const rounds = new Map<number, Promise<Scrolled>>();
    /** All figures of a round come from the same page. */
    const scrolledIn = (round: number): Promise<Scrolled> => {
      const scrolled = rounds.get(round) ?? scrollFolder(stage, view);
      rounds.set(round, scrolled);
      return scrolled;
    };
    const entrant = (name: string, of: (scrolled: Scrolled) => number): Entrant => ({
      name,
      run: async (round) => ({ value: of(await scrolledIn(round)) }),
    });
    const ways: readonly Frames['way'][] = ['wheel', 'two rows'];
    return {
      name: `Frames, ${view}, ${slowdown} × slower`,
      unit: 'ms',
      reference: 'wheel: median',
      entrants: [
        ...ways.flatMap((way) =>
          Object.entries(timesOf).map(([figure, of]) =>
            entrant(`${way}: ${figure}`, ({ frames }) => {
              const times = frames.find((one) => one.way === way);
              return times ? of(times) : Number.NaN;
            }),
          ),
        ),
        entrant('elements', ({ elements }) => elements),
        entrant('… that change for a row', ({ changes }) => changes),
      ],
      targets: stage.quick ? [] : [atMost('wheel', 16), atMost('two rows', 33)],
      rounds: 3,
      warmUp: false,
      clean: async () => (await sharedBrowser()).close(),
    };
  };

export const scrolling: Group = { title: 'Scrolling', comparisons: [framesOf('list'), framesOf('grid')] };
