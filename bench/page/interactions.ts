/** Measures the delay between a press and its effect. */
import type { Comparison, Score, Stage } from '../comparisons/comparison.ts';
import { once, openFolder, partsOf, pathOf, rowOf, slowly } from './rounds.ts';
import { noted, openVisitor, slowDown, type Visit } from './visitor.ts';

/** Measures a press: the time until the next paint, and the main thread's work. */
const press = async (visit: Visit, act: () => Promise<void>, isDone: () => Promise<void>): Promise<Score> => {
  const { presses } = await visit.notes();
  const before = await visit.cpuSeconds();
  await act();
  await isDone();
  // The browser reports a press some time after the paint.
  await visit.page.waitForFunction(
    ([name, count]) =>
      ((globalThis as unknown as Record<string, { presses: number[] }>)[name]?.presses.length ?? 0) > count,
    [noted, presses.length] as const,
  );
  const cpuSeconds = (await visit.cpuSeconds()) - before;
  const after = (await visit.notes()).presses.slice(presses.length);
  return { value: Math.max(...after), cpuSeconds };
};

const interact = async (stage: Stage) => {
  const visitor = await openVisitor(stage.holdall);
  try {
    const visit = await visitor.visit(slowDown);
    const { page } = visit;
    const grid = page.getByRole('grid');
    await openFolder(visit, pathOf(stage, 'many'));
    // The second page of the listing is loaded with its first row.
    await grid.evaluate((scroller) => scroller.scrollTo(0, 24_000));
    await rowOf(visit, 500).waitFor();
    await page.waitForLoadState('networkidle');
    const selected = page.locator('[role=row][aria-selected=true]');
    const select = await press(
      visit,
      () => rowOf(visit, 502).click(),
      () => selected.waitFor(),
    );
    const rename = await press(
      visit,
      () => page.keyboard.press('F2'),
      () => grid.getByRole('textbox').waitFor(),
    );
    await page.keyboard.press('Escape');
    await page.goto('/platform/files', { waitUntil: 'networkidle' });
    const open = await press(
      visit,
      () => grid.getByRole('link', { name: 'many', exact: true }).click(),
      () =>
        page
          .getByRole('rowheader', { name: /^entry-/ })
          .first()
          .waitFor(),
    );
    return { select, rename, open };
  } finally {
    await visitor.close();
  }
};

export const interactions = async (stage: Stage): Promise<Comparison> => ({
  name: `From press to paint${slowly}`,
  unit: 'ms',
  reference: 'select a file',
  entrants: partsOf(
    once(stage, () => interact(stage)),
    {
      'select a file': ({ select }) => select,
      'rename: the field is there': ({ rename }) => rename,
      'open a folder': ({ open }) => open,
    },
  ),
  targets: [],
  ...(stage.quick && { rounds: 1 }),
});
