/** Measures the page in a folder that is far larger than its viewport. */
import type { Comparison, Stage } from '../comparisons/comparison.ts';
import { median, quantile } from '../lib/statistics.ts';
import { type TraceEvent, traceCategories, workPerFrame } from './frames.ts';
import { filledOf, once, openFolder, partsOf, pathOf, rowOf, slowly } from './rounds.ts';
import { openVisitor, slowDown, type Visit, type Visitor } from './visitor.ts';

const mebi = 1024 * 1024;
const mostNodes = 3_000;
/** Milliseconds between two frames of most screens. */
const frameLimit = 16;
/** Pixels a frame while a wheel scrolls: the browser spreads the 100 px or so of a notch over some 150 ms. */
const wheelPixels = 12;

/** Scrolls by as many pixels at every frame. @returns milliseconds of work of each frame */
const scroll = async (
  { browser }: Visitor,
  { page }: Visit,
  { frames, pixels }: { readonly frames: number; readonly pixels: number },
): Promise<number[]> => {
  await browser.startTracing(page, { categories: traceCategories });
  await page.getByRole('grid').evaluate(
    (grid, [count, step]) =>
      new Promise<void>((done) => {
        let left = count;
        const next = (): void => {
          grid.scrollTop += step;
          left -= 1;
          if (left > 0) requestAnimationFrame(next);
          else done();
        };
        requestAnimationFrame(next);
      }),
    [frames, pixels] as const,
  );
  const trace = JSON.parse((await browser.stopTracing()).toString()) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  return workPerFrame(trace.traceEvents);
};

/** In a folder of 100,000: what one round of looking around in it comes to. */
const lookAround = async (stage: Stage) => {
  const { count } = filledOf(stage, 'very-many');
  const visitor = await openVisitor(stage.holdall);
  try {
    const visit = await visitor.visit(slowDown);
    const { page } = visit;
    await openFolder(visit, pathOf(stage, 'very-many'));
    const { firstRow = Number.NaN } = await visit.notes();
    const fresh = { heap: await visit.heap(), nodes: await visit.nodes() };

    const frames = stage.quick ? 30 : 90;
    const slow = await scroll(visitor, visit, { frames, pixels: 96 });
    const fast = await scroll(visitor, visit, { frames: frames / 3, pixels: 800 });
    const wheel = await scroll(visitor, visit, { frames, pixels: wheelPixels });
    const nodesScrolled = await visit.nodes();

    await page.getByRole('grid').focus();
    const callsBefore = visit.calls.length;
    const begin = performance.now();
    await page.keyboard.press('End');
    await rowOf(visit, count - 1).waitFor();
    const jump = performance.now() - begin;
    const jumpCalls = visit.calls.length - callsBefore;

    const callsOfJump = visit.calls.length;
    await page.keyboard.press('ControlOrMeta+a');
    await page.locator('[role=row][aria-selected=true]').first().waitFor();
    const selectCalls = visit.calls.length - callsOfJump;
    return {
      firstRow,
      wheel,
      slow,
      fast,
      jump,
      jumpCalls,
      selectCalls,
      heapFresh: fresh.heap,
      heapSelected: await visit.heap(),
      nodes: Math.max(fresh.nodes, nodesScrolled, await visit.nodes()),
    };
  } finally {
    await visitor.close();
  }
};

type LargeFolder = Awaited<ReturnType<typeof lookAround>>;

/** The rounds of a stage, which all of the tables below are about. */
const rounds = new WeakMap<Stage, (round: number) => Promise<LargeFolder>>();

const largeFolder =
  (what: string, describe: (runRound: (round: number) => Promise<LargeFolder>) => Omit<Comparison, 'name'>) =>
  async (stage: Stage): Promise<Comparison> => {
    const runRound = rounds.get(stage) ?? once(stage, () => lookAround(stage));
    rounds.set(stage, runRound);
    const { count } = filledOf(stage, 'very-many');
    return { name: `${what} of ${count}${slowly}`, ...describe(runRound), ...(stage.quick && { rounds: 1 }) };
  };

export const waiting = largeFolder('Folder', (runRound) => ({
  unit: 'ms',
  reference: 'first row',
  entrants: partsOf(runRound, {
    'first row': ({ firstRow }) => ({ value: firstRow }),
    'jump to the last row': ({ jump }) => ({ value: jump }),
  }),
  targets: [],
}));

export const frames = largeFolder('Work of a frame while scrolling', (runRound) => ({
  unit: 'ms',
  reference: 'two rows a frame',
  entrants: partsOf(runRound, {
    'a wheel': ({ wheel }) => ({ value: median(wheel) }),
    'a wheel, p95': ({ wheel }) => ({ value: quantile(wheel, 0.95) }),
    'two rows a frame': ({ slow }) => ({ value: median(slow) }),
    'two rows a frame, p95': ({ slow }) => ({ value: quantile(slow, 0.95) }),
    'a page a frame': ({ fast }) => ({ value: median(fast) }),
  }),
  targets: ['a wheel', 'a wheel, p95', 'two rows a frame, p95'].map((of) => ({
    of,
    figure: 'value',
    side: 'at most',
    limit: frameLimit,
  })),
}));

export const nodes = largeFolder('Document', (runRound) => ({
  unit: 'elements',
  reference: 'at the most',
  entrants: partsOf(runRound, { 'at the most': ({ nodes: most }) => ({ value: most }) }),
  targets: [{ of: 'at the most', figure: 'value', side: 'at most', limit: mostNodes }],
}));

export const calls = largeFolder('Calls in a folder', (runRound) => ({
  unit: 'calls',
  reference: 'jump to the last row',
  entrants: partsOf(runRound, {
    'jump to the last row': ({ jumpCalls }) => ({ value: jumpCalls }),
    'select all': ({ selectCalls }) => ({ value: selectCalls }),
  }),
  targets: [],
}));

export const memory = largeFolder('Scripts’ memory in a folder', (runRound) => ({
  unit: 'MiB',
  reference: 'opened',
  entrants: partsOf(runRound, {
    opened: ({ heapFresh }) => ({ value: heapFresh / mebi }),
    'scrolled, all selected': ({ heapSelected }) => ({ value: heapSelected / mebi }),
  }),
  targets: [],
}));
