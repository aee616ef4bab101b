import { AxeBuilder } from '@axe-core/playwright';
import axe, { type Result, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules that see colours; to all others both themes are the same page. */
const ofColours = ['color-contrast', 'link-in-text-block'];
/** Milliseconds: a longer movement is no transition. */
const longestTransition = 1000;

interface Scope {
  /** A selector, where the rest of the page is looked at elsewhere. */
  readonly within?: string;
  /** Rules of axe that do not apply. */
  readonly without?: string[];
}

type Axe = typeof axe;

/** Waits until nothing fades or slides any more, what begins meanwhile included: half-way colours are nobody's. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(async (longest) => {
    const moving = () =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === 'running')
        .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) <= longest);
    for (let some = moving(); some.length > 0; some = moving())
      await Promise.allSettled(some.map(({ finished }) => finished));
  }, longestTransition);

/**
 * Returns the findings of axe. Where there are no frames it is given to the page once, and answers only what is wrong.
 */
const findingsOf = async (
  page: Page,
  options: RunOptions,
  within: string | undefined,
): Promise<Pick<Result, 'id' | 'help' | 'nodes'>[]> => {
  if (page.frames().length > 1) {
    await settle(page);
    const builder = new AxeBuilder({ page }).options(options);
    if (within !== undefined) builder.include(within);
    return (await builder.analyze()).violations;
  }
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  // Last: to read so large a script takes a busy machine long enough for something to begin to move.
  await settle(page);
  return page.evaluate(
    async ([context, how]) => {
      const { run } = (globalThis as unknown as { axe: Axe }).axe;
      return (await run(context ?? document, how)).violations;
    },
    [within, options] as const,
  );
};

/** The windows that a page is laid out for: a desktop's and a phone's. */
const windows = [
  { width: 360, height: 800 },
  { width: 1280, height: 800 },
] as const;

/**
 * Gives a page the window of a phone, then that of a desktop, and looks at it in each. It is loaded once: what hangs
 * by the window follows by itself, and is waited for.
 */
export const inEachWindow = async (page: Page, look: (width: number) => Promise<void>): Promise<void> => {
  for (const { width, height } of windows) {
    await page.setViewportSize({ width, height });
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    await look(width);
  }
};

type Theme = 'light' | 'dark';

const themeOf = (page: Page) =>
  page.evaluate((): Theme => (document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light'));

/** Draws the page in a theme, whatever the person has chosen: its colours hang by this alone. */
const drawIn = (page: Page, theme: Theme): Promise<void> =>
  page.evaluate((wanted) => {
    document.documentElement.dataset['theme'] = wanted;
  }, theme);

/**
 * Expects that axe finds nothing wrong, by light and in the dark; the page comes back to the theme that it had. `what`
 * names the state of the page in a failure.
 */
export const expectAccessible = async (
  page: Page,
  what: string,
  { within, without = [] }: Scope = {},
): Promise<void> => {
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
  const resultTypes = ['violations'] as const;
  const found: string[] = [];
  const look = async (theme: Theme, options: RunOptions): Promise<void> => {
    for (const { id, help, nodes } of await findingsOf(page, options, within))
      for (const { html } of nodes) found.push(`${what}, ${theme}: ${id}: ${help} in ${html}`);
  };
  const theme = await themeOf(page);
  const other = theme === 'dark' ? 'light' : 'dark';
  await look(theme, { runOnly: { type: 'tag', values: standards }, rules, resultTypes: [...resultTypes] });
  const left = ofColours.filter((rule) => !without.includes(rule));
  if (left.length > 0) {
    await drawIn(page, other);
    await look(other, { runOnly: { type: 'rule', values: left }, resultTypes: [...resultTypes] });
    await drawIn(page, theme);
  }
  expect(found).toEqual([]);
};

/** The same in the windows of a phone and of a desktop. */
export const expectAccessibleInEachWindow = (page: Page, what: string, scope: Scope = {}): Promise<void> =>
  inEachWindow(page, (width) => expectAccessible(page, `${what} at ${width}`, scope));
