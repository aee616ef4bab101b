import { createServer, request as send } from 'node:http';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { addUser } from './harness/accounts.ts';
import { signInToApi } from './harness/api.ts';
import { authPage } from './harness/auth-page.ts';
import { openSession } from './harness/session.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectEventually, expectGone, expectPath, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';
import { admin, type Credentials } from './harness/server.ts';

const journey = journeysOf({}, {}, { installs: true });

/** Waits until the service worker answers for the page. */
const controlled = (page: Page): Promise<void> =>
  expectEventually(() => page.evaluate(() => navigator.serviceWorker.controller?.state), 'activated');

/** All that is kept on the device, by the paths of its requests. */
const kept = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(async () => {
    const entries = (await caches.keys()).map(async (name) => {
      const requests = await (await caches.open(name)).keys();
      return [name, requests.map(({ url }) => new URL(url).pathname)] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  });

/** Returns the shared files that wait. */
const waiting = async (page: Page): Promise<string[]> => (await kept(page))['holdall-received'] ?? [];

/** Has the pages believe that they are in a window of the installed application, which no option makes a tab. */
const inOwnWindow = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript(() => {
    const ask = window.matchMedia.bind(window);
    window.matchMedia = (query) => ask(query.replace('display-mode: browser', 'width: 0'));
  });
};

interface Shared {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}
const letter = (name: string): Shared => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(`Text of ${name}`),
});

/** Shares files with the application as the device does: by a form that it posts in a window of the application. */
const share = async (page: Page, files: readonly Shared[], action = '/share-target'): Promise<void> => {
  await page.evaluate((target) => {
    const form = document.createElement('form');
    Object.assign(form, { method: 'POST', action: target, enctype: 'multipart/form-data' });
    const input = Object.assign(document.createElement('input'), {
      type: 'file',
      name: 'files',
      multiple: true,
    });
    input.setAttribute('aria-label', 'Shared');
    form.append(input);
    document.body.append(form);
  }, action);
  await page.getByLabel('Shared', { exact: true }).setInputFiles([...files]);
  await page.evaluate(() =>
    document.querySelector<HTMLFormElement>('form[action$="/share-target"]')?.submit(),
  );
};

journey(
  'a user installs the page, which keeps nothing on the device but a page of words for times without a network',
  async ({ page, context, server, signIn, guard }) => {
    guard.allow(/ERR_INTERNET_DISCONNECTED|WebSocket|ERR_FAILED|HEAD \S+ net::ERR_ABORTED/);
    const { call } = await openSession(server.url);
    await call('POST', '/api/create-folder', { name: 'Letters' });
    await signIn();
    await controlled(page);
    const devtools = await context.newCDPSession(page);
    const { url, errors, manifest } = (await devtools.send('Page.getAppManifest')) as {
      url: string;
      errors: unknown[];
      manifest: { name: string; icons: unknown[] };
    };
    // Beside another session a page is not told that the network is back.
    await devtools.detach();
    expect([new URL(url).pathname, errors, manifest.name]).toEqual(['/manifest.webmanifest', [], 'Holdall']);
    expect(manifest.icons).toHaveLength(3);
    await filesPage(page).openFolder('Letters');
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Letters' }));
    // The device's user is kept, too, so that their files are not offered to somebody else.
    const all = Object.values(await kept(page)).flat();
    expect(all.toSorted()).toEqual(['/offline', '/share-target/for']);

    const watches = () => page.evaluate(() => performance.getEntriesByName('holdall:network').length);
    await expectEventually(watches, 1);
    await context.setOffline(true);
    await expectVisible(page.getByText('You’re offline. Uploads resume when you’re back.'));
    await page.reload();
    await expectVisible(page.getByRole('heading', { name: 'You’re offline' }));
    await expectAccessible(page, 'offline');
    // The page comes back by itself.
    await context.setOffline(false);
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Letters' }));
  },
);

/** The question where shared files go. */
const question = (page: Page, files: string) => page.getByRole('dialog', { name: `Upload ${files} to…` });

journey(
  'a user shares files with the application, and is asked where they go however soon they go on',
  async ({ page, context, server, signIn }) => {
    const { call } = await openSession(server.url);
    await call('POST', '/api/create-folder', { name: 'From my phone' });
    await inOwnWindow(context);
    await signIn();
    await controlled(page);
    const photo: Shared = {
      name: 'Foto ✓.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.alloc(3_000_000, 'x'),
    };
    await share(page, [photo, letter('Notes.txt')]);
    const files = filesPage(page);
    const asked = question(page, '2 files');
    await expectVisible(asked);
    await expectVisible(asked.getByText('Shared by another app on this device.'));
    await expectAccessible(page, 'where to', { within: '[role=dialog], dialog' });
    // The page asks again after a reload.
    await page.reload();
    await asked.getByRole('treeitem', { name: 'From my phone' }).click();
    await asked.getByRole('button', { name: 'Upload here' }).click();
    await expectVisible(page.getByRole('heading', { level: 1, name: 'From my phone' }));
    await expectVisible(files.row('Notes.txt'));
    await expectVisible(files.row('Foto ✓.jpg'));
    const { list } = await signInToApi(server.url);
    const found = await list(new URL(page.url()).pathname.split('/').at(-1));
    const sizes = Object.fromEntries(found.map(({ attributes }) => [attributes.name, attributes.size]));
    expect(sizes).toEqual({ 'Foto ✓.jpg': 3_000_000, 'Notes.txt': 17 });
    expect(await waiting(page)).toEqual([]);

    // One who goes on before the page is at rest is asked all the same, and about each of several.
    const settled = Promise.withResolvers<void>();
    await page.route(/\/chunks\/settled-/, async (route) => {
      await settled.promise;
      await route.continue();
    });
    for (const name of ['First.txt', 'Second.txt']) {
      const before = page.url();
      await share(page, [letter(name)]);
      await page.waitForURL(({ href, search }) => href !== before && search.includes('received='));
    }
    await page.getByRole('link', { name: 'Trash' }).first().click();
    await expectPath(page, '/platform/trash');
    settled.resolve();
    for (const name of ['Second.txt', 'First.txt']) {
      await question(page, name).getByRole('button', { name: 'Cancel' }).click();
      await expectGone(question(page, name));
    }
    await expectEventually(() => waiting(page), []);
  },
);

journey(
  'shared files wait for their user to sign in, and go with the session or the next user',
  async ({ page, context, server, signIn, guard }) => {
    guard.allow(/status of 401|HTTP Authentication failed|WebSocket/);
    const next = addUser(server.dataDir, 'next@example.com');
    const { email, password, button } = authPage(page);
    const fillSignIn = async (who: Credentials): Promise<void> => {
      await expectVisible(page.getByRole('heading', { name: 'Welcome back' }));
      await email.fill(who.email);
      await password.fill(who.password);
      await button('Sign in').click();
    };
    await inOwnWindow(context);
    await signIn();
    await controlled(page);
    const asked = question(page, 'Passport.pdf');
    await context.clearCookies();
    await share(page, [letter('Passport.pdf')]);
    await fillSignIn(admin);
    await expectVisible(asked);
    // One who changes their mind uploads nothing.
    await page.keyboard.press('Escape');
    await expectGone(asked);
    await expectEventually(() => waiting(page), []);
    await expectGone(filesPage(page).row('Passport.pdf'));

    await share(page, [letter('Passport.pdf')]);
    await expectVisible(asked);
    // The session is lost here: the next one may be somebody else's.
    await context.clearCookies();
    await page.reload();
    await expectVisible(page.getByRole('heading', { name: 'Welcome back' }));
    expect(await waiting(page)).toHaveLength(2);
    await fillSignIn(next);
    await expectEventually(() => waiting(page), []);
    expect(await asked.count()).toBe(0);

    await share(page, [letter('Passport.pdf')]);
    await expectVisible(asked);
    const leaving = await context.newPage();
    await leaving.goto(`${server.url}/platform/trash`);
    await leaving.getByRole('button', { name: 'Sign out' }).click();
    await expectVisible(leaving.getByRole('heading', { name: 'Welcome back' }));
    await expectGone(asked);
    await expectEventually(
      async () => Object.keys(await kept(leaving)).filter((name) => !/offline/.test(name)),
      [],
    );
  },
);

/** Another site on this machine, whose page is empty. */
const startForeignSite = async (): Promise<string> => {
  const site = createServer((_request, answer) =>
    answer.setHeader('content-type', 'text/html').end('<!doctype html><title>Elsewhere</title>'),
  );
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    site.close();
    site.closeAllConnections();
  });
  const address = site.address();
  if (typeof address !== 'object' || address === null) throw new Error('The site has no port.');
  return `http://localhost:${address.port}`;
};

journey(
  'a site that posts files, and a user who shares too many, leave nothing on the device',
  async ({ page, context, server, signIn }) => {
    const missed = page.getByText('The shared files didn’t arrive. Please share them again.');
    const expectNothing = async (): Promise<void> => {
      await expectVisible(filesPage(page).newFolderButton);
      expect([await page.getByRole('dialog').count(), await waiting(page)]).toEqual([0, []]);
    };
    await signIn();
    await controlled(page);
    const site = await startForeignSite();
    await page.goto(site);
    await share(page, [letter('Invoice.pdf')], `${server.url}/share-target`);
    await expectPath(page, '/platform/files');
    await expectNothing();
    // One that does not say who it is comes as far as a tab, which asks nobody.
    await page.goto(site);
    await page.evaluate(() => {
      const rule = Object.assign(document.createElement('meta'), {
        name: 'referrer',
        content: 'no-referrer',
      });
      document.head.append(rule);
    });
    await share(page, [letter('Invoice.pdf')], `${server.url}/share-target`);
    await expectVisible(missed);
    await expectNothing();
    await inOwnWindow(context);
    await page.reload();
    await expectVisible(filesPage(page).newFolderButton);
    const many = Array.from({ length: 501 }, (_, index) => letter(`${index}.txt`));
    await share(page, many);
    await expectVisible(missed);
    await expectNothing();
  },
);

/** A proxy before the server whose service worker says that it is of another version, as soon as it is told to. */
const startRenewingProxy = async (
  target: string,
): Promise<{ readonly url: string; readonly renew: () => void }> => {
  const { hostname, port } = new URL(target);
  let version = '';
  const proxy = createServer((incoming, answer) => {
    const { method, url: path } = incoming;
    const { 'accept-encoding': _packed, ...headers } = incoming.headers;
    const upstream = send({ hostname, port, method, path, headers }, (response) => {
      const { 'content-length': length, ...others } = response.headers;
      const isWorker = path === '/service-worker.js';
      answer.writeHead(response.statusCode ?? 502, {
        ...others,
        ...(!isWorker && length && { 'content-length': length }),
      });
      if (!isWorker) return void response.pipe(answer);
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () =>
        answer.end(
          Buffer.concat(pieces)
            .toString()
            .replace(/(const VERSION = "[^"]*)"/, `$1${version}"`),
        ),
      );
    });
    incoming.pipe(upstream.on('error', () => answer.destroy()));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    proxy.close();
    proxy.closeAllConnections();
  });
  const address = proxy.address();
  if (typeof address !== 'object' || address === null) throw new Error('The proxy has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    renew: () => {
      version = '-next';
    },
  };
};

journey(
  'another version of the service worker takes over while the page goes on',
  async ({ page, server, signIn, guard }) => {
    guard.allow(/WebSocket/);
    const proxy = await startRenewingProxy(server.url);
    await signIn({ through: proxy.url });
    await controlled(page);
    const versions = async () => Object.keys(await kept(page)).filter((name) => name.includes('offline'));
    const [before] = await versions();
    await page.evaluate(() => Object.assign(window, { stays: true }));
    proxy.renew();
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expectEventually(versions, [`${before}-next`]);
    await controlled(page);
    expect(await page.evaluate(() => 'stays' in window)).toBe(true);
    await page.goto(`${proxy.url}/platform/recent-uploads`);
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Latest' }));
  },
);
