import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { signInToApi } from './harness/api.ts';
import { expectAccessible, ofColours } from './harness/expect-accessible.ts';
import { expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';

const journey = journeysOf();
const device = { viewport: { width: 1280, height: 800 }, forcedColors: 'active' } as const;
const bytes = new TextEncoder().encode('text');

/** The system chooses the colours: whether they can be read is not the page's to say. */
const scope = { without: ofColours };

/**
 * Fields and boxes of a page that no border or outline draws, neither their own nor that of what is around them. A radio button is a
 * word or a colour in its group. */
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

journey(
  'forced colours show the check boxes and the selection of a list and of a grid',
  async ({ page, signIn, server }) => {
    const api = await signInToApi(server.url);
    await api.createFolder('Drawings');
    for (const name of ['a.txt', 'b.txt']) await api.uploadFile(name, bytes);
    await signIn();
    const files = filesPage(page);
    await expectVisible(files.row('a.txt'));
    const lineOf = (name: string) =>
      files.row(name).evaluate((row) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(row);
        return outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth);
      });
    const boxOf = (name: string) =>
      files
        .row(name)
        .getByRole('checkbox')
        .evaluate((box) => {
          const { borderTopStyle, borderTopWidth, backgroundColor } = getComputedStyle(box);
          return { line: borderTopStyle === 'none' ? 0 : Number.parseFloat(borderTopWidth), backgroundColor };
        });
    for (const view of ['List', 'Grid']) {
      await page.getByRole('button', { name: view, exact: true }).click();
      await files.row('a.txt').click();
      await files.row('b.txt').click({ modifiers: ['Control'] });
      await page.mouse.move(0, 0);
      expect(await lineOf('a.txt')).toBeGreaterThanOrEqual(2);
      expect(await lineOf('Drawings')).toBe(0);
      const [on, off] = [await boxOf('a.txt'), await boxOf('Drawings')];
      expect(on.line).toBeGreaterThan(0);
      expect(off.line).toBeGreaterThan(0);
      expect(on.backgroundColor).not.toBe(off.backgroundColor);
      await page.keyboard.press('Escape');
    }
  },
  device,
);

const routes = [
  '/platform/files',
  '/platform/recent-uploads',
  '/platform/search?q=a',
  '/platform/my-shared-items',
  '/platform/trash',
  '/user/profile',
  '/user/settings/password',
  '/user/settings/storage',
  '/admin/dashboard',
  '/admin/users',
  '/admin/user/create',
  '/admin/settings/appearance',
  '/admin/settings/environment',
  '/admin/settings/others',
  '/admin/settings/server',
  '/admin/settings/server/backups',
  '/admin/settings/server/jobs',
  '/admin/settings/server/logs',
  '/admin/language',
] as const;

journey(
  'axe finds nothing in forced colours, and every field has a line around it',
  async ({ page, signIn, server }) => {
    const api = await signInToApi(server.url);
    await api.createFolder('Letters');
    await api.uploadFile('c.txt', bytes);
    await page.goto('/');
    await expectVisible(page.getByRole('heading', { level: 1 }));
    await expectAccessible(page, '/', scope);
    const found: Record<string, string[]> = { '/': await unboundedIn(page) };
    await signIn();
    for (const route of routes) {
      await page.goto(route);
      await expectVisible(page.getByRole('heading', { level: 1 }).first());
      await page.waitForLoadState('networkidle');
      await expectAccessible(page, route, scope);
      found[route] = await unboundedIn(page);
    }
    expect(Object.entries(found).filter(([, unbounded]) => unbounded.length > 0)).toEqual([]);
  },
  { ...device, timeout: 180_000 },
);
