import { expect, test, vi } from 'vitest';
import { wizard } from '#features/setup/setup.store.ts';
import { openSetup, problem, statusOf } from '#features/setup/testing/setup-desk.tsx';
import { currentLocation, navigate } from '#shared/router/location.ts';
import { SetupDoneScreen, SetupOverScreen } from './setup-over.screen.tsx';
import {
  SetupAdminScreen,
  SetupAppScreen,
  SetupDatabaseScreen,
  SetupPurchaseScreen,
  SetupStatusScreen,
} from './setup-steps.screen.tsx';

type Desk = Awaited<ReturnType<typeof openSetup>>;
const at = () => currentLocation().pathname;
const sentTo = ({ calls }: Desk, name: string) =>
  calls.filter((call) => call.name === name).map(({ body }) => body);
const purchase = 'POST /api/setup/purchase-code';
const database = 'POST /api/setup/database';

/** Sockets that never open. */
const closeSockets = () =>
  vi.stubGlobal(
    'WebSocket',
    class extends EventTarget {
      constructor() {
        super();
        queueMicrotask(() => this.dispatchEvent(new Event('error')));
      }
      close = () => undefined;
    },
  );

const check = (name: string, state: string, more: object = {}) => ({
  name,
  state,
  reason: null,
  facts: {},
  ...more,
});
const looked = (...checks: object[]) => Response.json({ data: { checks, now: new Date().toISOString() } });

test('the status check goes on to where one was, and not while something needs fixing', async () => {
  const desk = await openSetup('/setup-wizard/status-check');
  closeSockets();
  const facts = { path: '/data' };
  desk.answer('GET /api/setup/checks', () =>
    looked(check('data_directory', 'failed', { reason: 'not_writable', facts })),
  );
  desk.answer('POST /api/setup/probe', () => Response.json({ received: 32e6 }));
  desk.answer('GET /api/setup/probe', () => new Response('all of it'));
  await desk.draw(<SetupStatusScreen />);
  expect(desk.text()).toContain('Give the server’s user write access to /data, then check again.');
  expect(desk.text()).toContain('Large uploads get through');
  expect(desk.text()).toContain('Live updates don’t get through');
  expect(desk.text()).toContain('proxy_set_header Range $http_range;');
  const go = [...desk.box.querySelectorAll('button')].find(({ textContent }) => textContent === 'Continue');
  expect(go?.disabled).toBe(true);
  await desk.submit();
  expect(sentTo(desk, 'POST /api/setup/checks')).toEqual([]);

  desk.answer('GET /api/setup/checks', () =>
    looked(check('data_directory', 'ok', { facts }), check('mail', 'warning', { reason: 'logged' })),
  );
  desk.answerStatus('POST /api/setup/checks', { next: 'environment' });
  await desk.press('Check again');
  expect(desk.text()).toContain('Email is not configured');
  await desk.submit();
  expect(at()).toBe('/setup-wizard/environment');
});

test('the wizard goes on only once the largest request that reaches the server is known and kept', async () => {
  const desk = await openSetup('/setup-wizard/status-check');
  closeSockets();
  desk.answer('GET /api/setup/checks', () => looked());
  desk.answerStatus('POST /api/setup/checks', { next: 'purchase-code' });
  const answered = globalThis.fetch;
  const held = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const isProbe = new URL(address, 'http://localhost').pathname === '/api/setup/probe';
    if (!isProbe || init.method !== 'POST') return answered(address, init);
    await held.promise;
    const { size } = init.body as Blob;
    return size > 1_000_000 ? new Response('too large', { status: 413 }) : Response.json({ received: size });
  });
  await desk.draw(<SetupStatusScreen />);
  await desk.submit();
  expect(at()).toBe('/setup-wizard/status-check');
  await desk.change(() => held.resolve());
  await desk.change();
  await desk.submit();
  expect(sentTo(desk, 'POST /api/setup/checks')).toEqual([{ request_size: 1_000_000 }]);
  expect(at()).toBe('/setup-wizard/purchase-code');
});

test('a user who goes back while a step is saved stays there', async () => {
  const desk = await openSetup('/setup-wizard/purchase-code', { next: 'purchase-code' });
  await desk.draw(<SetupPurchaseScreen />);
  const { promise, resolve } = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => promise);
  await desk.press('Skip');
  await desk.change(() => navigate('/setup-wizard/status-check'));
  await desk.change(() => resolve(Response.json({ data: statusOf({ next: 'database' }) })));
  expect(at()).toBe('/setup-wizard/status-check');
});

test('a step that the environment decides is passed over', async () => {
  const desk = await openSetup('/setup-wizard/status-check');
  closeSockets();
  desk.answer('GET /api/setup/checks', () => looked());
  desk.answer('POST /api/setup/probe', () => Response.json({ received: 32e6 }));
  const locked = ['purchase_code', 'database'] as const;
  desk.answerStatus('POST /api/setup/checks', { next: 'purchase-code', locked });
  await desk.draw(<SetupStatusScreen />);
  await desk.submit();
  expect(at()).toBe('/setup-wizard/environment');
});

test('a check that fails only when going on is shown', async () => {
  const desk = await openSetup('/setup-wizard/status-check');
  closeSockets();
  desk.answer('GET /api/setup/checks', () => looked(check('sqlite', 'ok', { facts: { version: '3.51' } })));
  desk.answer('POST /api/setup/probe', () => Response.json({ received: 32e6 }));
  await desk.draw(<SetupStatusScreen />);
  desk.answer('POST /api/setup/checks', () => problem('setup.checks_failed', 409));
  desk.answer('GET /api/setup/checks', () =>
    looked(check('free_space', 'failed', { reason: 'full', facts: { free: 1e6 } })),
  );
  await desk.submit();
  expect(at()).toBe('/setup-wizard/status-check');
  expect(desk.text()).toContain('1 MB free. Free up some space, then check again.');
});

test('a purchase code is optional, and what is wrong with one stands under its field', async () => {
  const desk = await openSetup('/setup-wizard/purchase-code', { next: 'purchase-code' });
  desk.answer(purchase, () =>
    problem('request.invalid', 422, { errors: { code: ['This code isn’t right.'] } }),
  );
  await desk.draw(<SetupPurchaseScreen />);
  await desk.type('Purchase code', ' wrong ');
  await desk.submit();
  expect(sentTo(desk, purchase)).toEqual([{ code: 'wrong' }]);
  expect(desk.faultOf('Purchase code')).toBe('This code isn’t right.');
  desk.answerStatus(purchase, { next: 'database' });
  await desk.press('Skip');
  expect(sentTo(desk, purchase)[1]).toEqual({ code: null });
  expect(at()).toBe('/setup-wizard/database');
});

test('a purchase code that is required is asked for', async () => {
  const required = { required: true, given: false, holder: null };
  const desk = await openSetup('/setup-wizard/purchase-code', { kept: { purchase_code: required } });
  await desk.draw(<SetupPurchaseScreen />);
  expect(desk.text()).not.toContain('Skip');
  await desk.submit();
  expect(desk.faultOf('Purchase code')).toBe('Enter your purchase code.');
});

test('a purchase code that is kept stays', async () => {
  const kept = { required: true, given: true, holder: 'Northlight' };
  const desk = await openSetup('/setup-wizard/purchase-code', { kept: { purchase_code: kept } });
  await desk.draw(<SetupPurchaseScreen />);
  expect(desk.text()).toContain('Licensed to Northlight.');
  await desk.submit();
  expect(desk.calls).toEqual([]);
  expect(at()).toBe('/setup-wizard/database');
});

test('SQLite is chosen already, and nothing is asked', async () => {
  const desk = await openSetup('/setup-wizard/database', { next: 'database' });
  desk.answerStatus(database, { next: 'environment' }, { meta: { installed: false } });
  await desk.draw(<SetupDatabaseScreen />);
  expect(desk.text()).not.toContain('MySQL');
  await desk.submit();
  expect(sentTo(desk, database)).toEqual([{ connection: 'sqlite' }]);
  expect(at()).toBe('/setup-wizard/environment');
});

test('PostgreSQL is tried as it is written, and what is wrong stands at its field', async () => {
  const desk = await openSetup('/setup-wizard/database', { next: 'database' });
  await desk.draw(<SetupDatabaseScreen />);
  await desk.choose('PostgreSQL');
  await desk.type('Port', '70000');
  await desk.submit();
  expect(desk.faultOf('Host')).toBe('Enter the server name.');
  expect(desk.faultOf('Port')).toBe('Enter a port from 1 to 65535.');
  expect(desk.calls).toEqual([]);

  await desk.type('Host', ' db.lan ');
  await desk.type('Port', '5433');
  await desk.type('Password', 'secret');
  desk.answer(`${database}/test`, () =>
    Response.json({ state: 'empty', version: '17.2 (Debian)', tls: true }),
  );
  await desk.press('Test connection');
  const request = {
    connection: 'postgres',
    host: 'db.lan',
    port: 5433,
    name: 'holdall',
    username: 'holdall',
    password: 'secret',
    tls: 'disable',
    ca: null,
  };
  expect(sentTo(desk, `${database}/test`)).toEqual([request]);
  expect(desk.text()).toContain('Connected. PostgreSQL 17.2, encrypted. The database is empty and ready.');

  const sentence = 'There is no server called db.lan. Check the host name.';
  desk.answer(database, () =>
    problem('setup.database_unusable', 422, {
      reason: 'host_not_found',
      message: sentence,
      errors: { host: [sentence] },
    }),
  );
  await desk.submit();
  // Once, at the field, as the page says it.
  const fault = 'There’s no server called db.lan. Check the host.';
  expect(desk.faultOf('Host')).toBe(fault);
  expect(desk.text().split(fault)).toHaveLength(2);
  expect(desk.text()).toContain('This database can’t be used.');
  expect(desk.text()).not.toContain(sentence);
  expect(desk.text()).not.toContain('Connected.');
  desk.answer(database, () =>
    problem('setup.database_unusable', 422, { reason: 'unknown', message: 'XX000: out of luck' }),
  );
  await desk.submit();
  expect(desk.text()).toContain('The server said: XX000: out of luck');
  await desk.type('Host', 'db.example');
  expect(desk.faultOf('Host')).toBeUndefined();
  expect(desk.text()).toContain('Not tested yet.');
});

test('a database of another installation is joined, and the wizard is over', async () => {
  const desk = await openSetup('/setup-wizard/database', {
    next: 'database',
    kept: {
      database: {
        connection: 'postgres',
        host: 'db.lan',
        port: 5432,
        name: 'holdall',
        username: 'holdall',
        has_password: true,
        tls: 'disable',
        ca: null,
      },
    },
  });
  desk.answerStatus(database, { next: 'environment' }, { meta: { installed: true } });
  await desk.draw(<SetupDatabaseScreen />);
  await desk.submit();
  // The password that is kept is not sent again.
  expect(sentTo(desk, database)).toMatchObject([{ host: 'db.lan', password: null }]);
  expect(wizard.get()).toEqual({ is: 'over', where: 'joined' });
});

test('a database that the environment names is shown as decided', async () => {
  const desk = await openSetup('/setup-wizard/database', { next: 'environment', locked: ['database'] });
  await desk.draw(<SetupDatabaseScreen />);
  expect(desk.text()).toContain('The database is set by the server’s environment.');
  await desk.submit();
  expect(desk.calls).toEqual([]);
  expect(at()).toBe('/setup-wizard/environment');
});

const admin = { first_name: 'Ada', last_name: '', email: 'ada@example.com' };
const password = 'correct horse battery staple';
const writeAdmin = async (desk: Desk) => {
  await desk.type('First name', admin.first_name);
  await desk.type('Email', ` ${admin.email} `);
  await desk.type('Password', password);
};
const finish = 'POST /api/setup/admin';

test('the administrator is asked for, and the installation ends the wizard', async () => {
  const desk = await openSetup('/setup-wizard/admin-setup', { next: 'admin-setup' });
  await desk.draw(<SetupAdminScreen />);
  await desk.submit();
  expect(desk.faultOf('First name')).toBe('Enter your name.');
  expect(desk.faultOf('Email')).toBe('Enter a valid email, like name@example.com');
  expect(desk.faultOf('Password')).toBe('Enter your password.');
  await writeAdmin(desk);
  desk.answer(finish, () =>
    problem('request.invalid', 422, { errors: { password: ['This password is known.'] } }),
  );
  await desk.submit();
  expect(desk.faultOf('Password')).toBe('This password is known.');
  expect(wizard.get()).toEqual({ is: 'open' });

  const installed = { url: 'https://files.example.com', signed_in: true };
  desk.answer(finish, () => Response.json(installed));
  await desk.submit();
  expect(sentTo(desk, finish)[1]).toEqual({ ...admin, password, password_confirmation: password });
  expect(wizard.get()).toEqual({ is: 'over', where: 'here', installed });
});

test('a second visitor reads that it is installed', async () => {
  const desk = await openSetup('/setup-wizard/admin-setup', { next: 'admin-setup' });
  desk.answer(finish, () => problem('setup.done', 410));
  await desk.draw(<SetupAdminScreen />);
  await writeAdmin(desk);
  await desk.submit();
  expect(wizard.get()).toEqual({ is: 'over', where: 'elsewhere' });
});

test('a step that turns out to be missing is led to', async () => {
  const desk = await openSetup('/setup-wizard/admin-setup', { next: 'admin-setup' });
  desk.answer(finish, () => problem('setup.step_missing', 409));
  desk.answerStatus('GET /api/setup/status', { next: 'environment' });
  await desk.draw(<SetupAdminScreen />);
  await writeAdmin(desk);
  await desk.submit();
  expect(at()).toBe('/setup-wizard/environment');
});

test('the input is there again after going back and forth', async () => {
  const desk = await openSetup('/setup-wizard/admin-setup', { next: 'admin-setup' });
  await desk.draw(<SetupAdminScreen />);
  await desk.type('First name', 'Ada');
  await desk.draw(<SetupAppScreen />);
  await desk.draw(<SetupAdminScreen />);
  expect(desk.field('First name').value).toBe('Ada');
});

test.each([
  [{ url: 'https://files.example.com', signed_in: true }, '/platform/files'],
  [{ url: 'https://files.example.com', signed_in: false }, 'https://files.example.com/'],
])('after the end it goes on on a page that is loaded anew: %o', async (installed, to) => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  const desk = await openSetup('/setup-wizard/admin-setup');
  await desk.draw(<SetupDoneScreen installed={installed} />);
  expect(desk.heading()).toBe('You’re all set');
  // Enter goes on.
  expect(document.activeElement?.tagName).toBe('BUTTON');
  await desk.press(installed.signed_in ? 'Go to your files' : 'Sign in');
  expect(assign).toHaveBeenCalledWith(to);
});

test('the visitor who did not install it reads why, and goes to sign-in', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  const desk = await openSetup('/setup-wizard/admin-setup');
  await desk.draw(<SetupOverScreen where="joined" />);
  expect(desk.heading()).toBe('This server has joined');
  await desk.press('Go to sign-in');
  expect(assign).toHaveBeenCalledWith('/');
});
