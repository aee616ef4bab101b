import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Scope {
  /** A selector, where the rest of the page is looked at elsewhere. */
  readonly within?: string;
  /** Rules of axe that do not apply. */
  readonly without?: string[];
}

/** Expects that axe finds nothing wrong; `what` names the state of the page in a failure. */
export const expectAccessible = async (
  page: Page,
  what: string,
  { within, without = [] }: Scope = {},
): Promise<void> => {
  const axe = new AxeBuilder({ page }).withTags(standards).disableRules(without);
  if (within !== undefined) axe.include(within);
  // A page without frames needs no second page that puts the findings of all frames together: half of the time.
  axe.setLegacyMode(page.frames().length === 1);
  const { violations } = await axe.analyze();
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html }) => `${what}: ${id}: ${help} in ${html}`),
  );
  expect(found).toEqual([]);
};
