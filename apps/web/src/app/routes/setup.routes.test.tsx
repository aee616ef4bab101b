import { beforeEach, expect, test, vi } from 'vitest';
import { openSetup, problem, statusOf } from '#features/setup/testing/setup-desk.tsx';
import { eventually } from '#shared/testing/eventually.ts';
import { setupQuery } from '#features/setup/setup.queries.ts';
import { wizard } from '#features/setup/setup.store.ts';
import { getConfig } from '#shared/config/config.ts';
import { currentLocation, navigate } from '#shared/router/location.ts';
import { setupRoute } from '../router.tsx';
import { loadSetupRoutes, setupRedirect } from './setup.routes.tsx';

beforeEach(() => localStorage.clear());
const status = 'GET /api/setup/status';

const open = async (path: string, progress: Parameters<typeof openSetup>[1] = {}) => {
  const desk = await openSetup('/', progress);
  // Sets the address as the browser has it when the page is loaded; the router's own addresses have no fragment.
  history.replaceState(history.state, '', path);
  const Routes = await loadSetupRoutes();
  navigate(location.pathname + location.hash, { replace: true });
  return {
    ...desk,
    /** Draws the wizard, and waits for the page that the address leads to. */
    drawWizard: async (title: string) => {
      await desk.draw(<Routes />);
      await desk.expectHeading(title);
    },
  };
};

test.each([
  ['/', undefined, '/setup-wizard/status-check'],
  ['/install', undefined, '/setup-wizard/status-check'],
  ['/platform/files/1', [], '/setup-wizard/status-check'],
  ['/setup-wizard', [], '/setup-wizard/status-check'],
  ['/setup-wizard/unknown', [], '/setup-wizard/status-check'],
  ['/setup-wizard/database', undefined, undefined],
  ['/setup-wizard/status-check', [], undefined],
  ['/setup-wizard/status-check/', [], undefined],
  ['/setup-wizard/database', [], '/setup-wizard/status-check'],
  ['/setup-wizard/admin-setup', ['status-check', 'purchase-code'], '/setup-wizard/database'],
  ['/setup-wizard/database', ['status-check', 'purchase-code'], undefined],
  ['/setup-wizard/environment', ['purchase-code', 'database'], '/setup-wizard/status-check'],
  ['/setup-wizard/purchase-code', ['status-check', 'purchase-code', 'database'], undefined],
] as const)('%s with %o done leads to %s', (path, done, to) => {
  expect(setupRedirect(path, done)).toBe(to);
});

test('every address of a server that is not installed is the wizard’s', () => {
  expect(setupRoute.requiresAuth).toBe(false);
  for (const path of ['/', '/platform/files', '/install', '/anything'])
    expect(setupRoute.pattern.test(path)).toBe(true);
});

test('the wizard begins with the status check from anywhere', async () => {
  const desk = await open('/platform/files');
  desk.answerStatus(status);
  await desk.drawWizard('Status check');
  expect(currentLocation().pathname).toBe('/setup-wizard/status-check');
});

test('inside it stays where one was, and shows what is done', async () => {
  const desk = await open('/setup-wizard/database', { next: 'database' });
  desk.answerStatus(status);
  await desk.drawWizard('Connect the database');
  expect(currentLocation().pathname).toBe('/setup-wizard/database');
  const steps = [...desk.box.querySelectorAll('.step-list li')].map((step) =>
    step.getAttribute('data-state'),
  );
  expect(steps).toEqual(['done', 'done', 'now', 'coming', 'coming', 'coming']);
  // Steps that are done are links.
  const links = [...desk.box.querySelectorAll('.step-list a')].map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/setup-wizard/status-check', '/setup-wizard/purchase-code']);
});

test('a step that was left out is led back to', async () => {
  const desk = await open('/setup-wizard/admin-setup', { next: 'environment' });
  desk.answerStatus(status);
  await desk.drawWizard('Environment');
  expect(currentLocation().pathname).toBe('/setup-wizard/environment');
});

test('the code is asked for, and borne by every call from then on', async () => {
  const desk = await open('/');
  desk.client.removeQueries({ queryKey: setupQuery.queryKey });
  desk.answer(status, () => problem('setup.code_needed', 401));
  await desk.drawWizard('Enter the setup code');
  expect(desk.faultOf('One-time code')).toBeUndefined();
  await desk.submit();
  expect(desk.faultOf('One-time code')).toBe('Enter the code.');

  desk.answer(status, () => problem('setup.code_wrong', 401));
  await desk.type('One-time code', 'nonsense');
  await desk.submit();
  expect(desk.faultOf('One-time code')).toBe('This isn’t the code the server printed.');
  expect(localStorage.getItem('holdall:setup-code')).toBeNull();

  desk.answer(status, () => problem('limit.too_many', 429));
  await desk.submit();
  expect(desk.text()).toContain('Too many attempts');

  desk.answerStatus(status);
  await desk.type('One-time code', ' abcd-efgh ');
  expect(desk.faultOf('One-time code')).toBeUndefined();
  await desk.submit();
  await desk.expectHeading('Status check');
  expect(desk.calls.at(-1)?.code).toBe('abcd-efgh');
  expect(localStorage.getItem('holdall:setup-code')).toBe('abcd-efgh');
});

test('a link bears the code, which leaves the address at once', async () => {
  const desk = await open('/install#code=abcd-efgh');
  expect(location.hash).toBe('');
  desk.answerStatus(status);
  await desk.drawWizard('Status check');
  expect(desk.calls.find(({ name }) => name === status)?.code).toBe('abcd-efgh');
});

test('a code that a chat has reformatted is accepted as it was', async () => {
  const desk = await open(`/install#code=${encodeURIComponent('abcd–\u200Befgh\u00A0')}`);
  desk.answerStatus(status);
  await desk.drawWizard('Status check');
  expect(desk.calls.find(({ name }) => name === status)?.code).toBe('abcdefgh');
  expect(localStorage.getItem('holdall:setup-code')).toBe('abcdefgh');
});

test('a code is known to this browser until the installation is done', async () => {
  const desk = await openSetup('/setup-wizard/status-check');
  localStorage.setItem('holdall:setup-code', 'abcd-efgh');
  const Routes = await loadSetupRoutes();
  desk.answerStatus(status);
  await desk.draw(<Routes />);
  await desk.expectHeading('Status check');
  expect(desk.calls.find(({ name }) => name === status)?.code).toBe('abcd-efgh');
});

test('the page says that somebody else has installed it meanwhile', async () => {
  const desk = await open('/setup-wizard/purchase-code', { next: 'purchase-code' });
  desk.answerStatus(status);
  await desk.drawWizard('Purchase code');
  desk.answer('POST /api/setup/purchase-code', () => problem('setup.done', 410));
  localStorage.setItem('holdall:setup-code', 'abcd-efgh');
  await desk.press('Skip');
  expect(localStorage.getItem('holdall:setup-code')).toBeNull();
  await desk.expectHeading('This server is already set up');
  expect(desk.text()).toContain('Go to sign-in');
});

test('the page bears the chosen title and accent once it is installed, and is the wizard’s still', async () => {
  const desk = await open('/setup-wizard/purchase-code', { next: 'purchase-code' });
  desk.answerStatus(status);
  await desk.drawWizard('Purchase code');
  const app = { ...getConfig().app, title: 'Northlight', color: 'plum' };
  desk.answer('GET /api/config', () => Response.json({ ...getConfig(), installation: false, app }));
  await desk.change(() =>
    wizard.set({ is: 'over', where: 'here', installed: { url: 'http://localhost', signed_in: true } }),
  );
  await desk.expectHeading('You’re all set');
  await eventually(() =>
    expect(desk.box.querySelector('.message-page-brand')?.textContent).toBe('Northlight'),
  );
  expect(document.title).toBe('You’re all set — Northlight');
  expect(document.documentElement.dataset['accent']).toBe('plum');
  expect(getConfig().installation).toBe(true);
});

test.each([
  ['setup.done', 410, 'This server is already set up'],
  ['server.failed', 500, 'Purchase code'],
])('a look that is answered with %s (%i) by a page that stands leads to: %s', async (code, answer, title) => {
  const desk = await open('/setup-wizard/purchase-code', { next: 'purchase-code' });
  desk.answerStatus(status);
  await desk.drawWizard('Purchase code');
  desk.answer(status, () => problem(code, answer));
  await desk.change(() => desk.client.refetchQueries({ queryKey: setupQuery.queryKey }));
  await desk.expectHeading(title);
  expect(desk.heading()).toBe(title);
});

test('a server that does not answer is asked again', async () => {
  const desk = await open('/setup-wizard/purchase-code');
  desk.client.removeQueries({ queryKey: setupQuery.queryKey });
  desk.answer(status, () => problem('server.failed', 500));
  await desk.drawWizard('Setup couldn’t be loaded');
  // The message stays during a retry, for people who read it or are about to press.
  const { promise, resolve } = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => promise);
  await desk.press('Try again');
  expect(desk.heading()).toBe('Setup couldn’t be loaded');
  await desk.change(() => resolve(Response.json({ data: statusOf({ next: 'purchase-code' }) })));
  await desk.expectHeading('Purchase code');
});
