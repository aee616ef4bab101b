import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { signInToApi } from './harness/api.ts';
import { expectAccessible, ofColours } from './harness/expect-accessible.ts';
import { expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';
import { otherBrowser } from './harness/other-browser.ts';
import { png } from './harness/preview-files.ts';
import { previewPage } from './harness/preview-page.ts';
import { openSession } from './harness/session.ts';
import { setupPage } from './harness/setup-page.ts';
import { openLinks } from './harness/sharing.ts';

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

/** Expects that axe finds nothing on a page as it is shown now, and that each of its fields has a line around it. */
const expectReadable = async (page: Page, name: string): Promise<void> => {
  await expectAccessible(page, name, scope);
  expect({ name, unbounded: await unboundedIn(page) }).toEqual({ name, unbounded: [] });
};

journey(
  'guests and popups have lines around their fields in forced colours',
  async (world) => {
    const { page, signIn, server } = world;
    const api = await signInToApi(server.url);
    const folder = await api.createFolder('Plans');
    const picture = await api.uploadFile('plan.png', png(40, 30), folder);
    const { share } = await openLinks(server.url);
    const open = await share({ id: folder, type: 'folder' }, { permission: 'editor' });
    const locked = await share({ id: picture, type: 'file' }, { password: 'harbour lights' });
    const { call } = await openSession(server.url);
    const { data } = await call<{ data: { attributes: { token: string } } }>('POST', '/api/file-requests', {
      folder_id: folder,
      name: 'Drawings',
    });

    const guest = await otherBrowser(world, device);
    for (const [path, heading] of [
      [`/share/${open}`, 'Plans'],
      [`/share/${locked}`, /protected|locked|opens/i],
      [`/request/${data.attributes.token}`, /Drawings|Upload files/],
    ] as const) {
      await guest.page.goto(path);
      await expectVisible(guest.page.getByRole('heading', { name: heading }).first());
      await expectReadable(guest.page, path);
    }

    await signIn({ at: `/platform/files/${folder}` });
    const files = filesPage(page);
    await files.row('plan.png').dblclick();
    await expectVisible(previewPage(page).named('plan.png'));
    await expectReadable(page, 'a preview');
    await previewPage(page).close.click();
    await files.newFolderButton.click();
    await expectVisible(files.dialog.getByRole('radio').first());
    await expectReadable(page, 'the new folder popup');
    await page.keyboard.press('Escape');
    for (const [item, popup] of [
      ['Share…', /^Share/],
      ['Move to…', /Move/],
    ] as const) {
      await files.row('plan.png').click({ button: 'right' });
      await page.getByRole('menuitem', { name: item }).click();
      await expectVisible(page.getByRole('dialog', { name: popup }));
      await expectReadable(page, item);
      await page.keyboard.press('Escape');
    }
  },
  { ...device, timeout: 180_000 },
);

const installation = journeysOf({}, { installed: false });

installation(
  'the steps of an installation have lines around their fields in forced colours',
  async ({ page, server }) => {
    const setup = setupPage(page);
    await page.goto(`/install#code=${server.setupCode()}`);
    await setup.expectStep('status-check');
    await expectReadable(page, 'status-check');
    await setup.passChecks();
    for (const step of ['purchase-code', 'database', 'environment', 'app-setup'] as const) {
      await setup.expectStep(step);
      await expectReadable(page, step);
      await page.keyboard.press('Enter');
    }
    await setup.expectStep('admin-setup');
    await expectReadable(page, 'admin-setup');
  },
  { ...device, timeout: 180_000 },
);
