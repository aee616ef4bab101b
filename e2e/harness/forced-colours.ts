/** Colours that the system forces: a page may draw nothing by its own. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Returns the fields and boxes of a page that no border or outline draws, neither their own nor that of what is around
 * them. A radio button is a word or a colour in its group.
 */
const unboundedIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const hasLine = (element: Element): boolean => {
      const style = getComputedStyle(element);
      const sides = ['Top', 'Right', 'Bottom', 'Left'] as const;
      const isBordered = sides.every(
        (side) =>
          style[`border${side}Style`] !== 'none' && Number.parseFloat(style[`border${side}Width`]) > 0,
      );
      return isBordered || (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0);
    };
    const isDrawn = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect();
      return width > 2 && height > 2 && element.checkVisibility({ opacityProperty: true });
    };
    const controls = document.querySelectorAll(
      'input:not([type="hidden"], [type="file"], [type="radio"]), select, textarea, [role="switch"], [role="checkbox"]',
    );
    return [...controls]
      .filter(isDrawn)
      .filter(
        (control) =>
          ![control, control.parentElement, control.parentElement?.parentElement].some(
            (element) => element && hasLine(element),
          ),
      )
      .map(({ outerHTML }) => outerHTML.slice(0, 200));
  });

/** Expects that each field of a page has a line around it in forced colours. `what` names the page in a failure. */
export const expectFieldsBounded = async (page: Page, what: string): Promise<void> => {
  await page.emulateMedia({ forcedColors: 'active' });
  expect({ what, unbounded: await unboundedIn(page) }).toEqual({ what, unbounded: [] });
  await page.emulateMedia({ forcedColors: null });
};
