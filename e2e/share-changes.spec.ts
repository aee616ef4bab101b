import { expect } from 'vitest';
import { signInToApi } from './harness/api.ts';
import { expectEventually, expectPath, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';
import { listening } from './harness/listening.ts';
import { createUser, openSession } from './harness/session.ts';
import { openLinks } from './harness/sharing.ts';

const journey = journeysOf();
const notes = new TextEncoder().encode('Ground floor');

journey(
  'an open page shows what its owner makes of the link, and hears of changes afterwards',
  async ({ page, server, guard }) => {
    guard.allow(/WebSocket/);
    const api = await signInToApi(server.url);
    const folder = await api.createFolder('Harbour House');
    await api.uploadFile('notes.txt', notes, folder);
    const { share, update } = await openLinks(server.url);
    const token = await share({ id: folder, type: 'folder' }, { permission: 'editor' });
    const first = listening(page);
    await page.goto(`/share/${token}`);
    const files = filesPage(page);
    await expectVisible(files.row('notes.txt'));
    await first;
    const about = page.getByRole('region', { name: 'About this link' });
    await expectVisible(about.getByText('Editor'));

    // Here the server hangs up, since the link allows less.
    const again = listening(page);
    await update(token, { permission: 'visitor' });
    await expectVisible(about.getByText('Visitor'));
    await again;
    await api.uploadFile('later.txt', notes, folder);
    await expectVisible(files.row('later.txt'));

    await update(token, { permission: 'editor' });
    await expectVisible(about.getByText('Editor'));
    await expectVisible(page.getByRole('button', { name: 'New folder' }).first());
    await update(token, { expiration: 48 });
    await expectVisible(about.getByText('Expires in 2 days'));
    await update(token, { download_limit: 3 });
    await expectVisible(about.getByText('3 downloads left'));
    await api.rename(folder, 'Lake House');
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Lake House' }));
    await expectVisible(page.getByRole('tree').getByRole('treeitem', { name: /Lake House/ }));
  },
);

journey(
  'an open page goes away with its owner’s account, and comes back with it',
  async ({ page, server, guard }) => {
    guard.allow(/status of 403|WebSocket/);
    const who = { email: 'mara@example.com', password: 'the lamp over the kitchen table' };
    const id = await createUser(server.url, who);
    const own = await signInToApi(server.url, who);
    const folder = await own.createFolder('Harbour House');
    await own.uploadFile('notes.txt', notes, folder);
    const { call } = await openSession(server.url, who);
    const { data } = await call<{ data: { attributes: { token: string } } }>('POST', '/api/share', {
      id: folder,
      type: 'folder',
      permission: 'visitor',
    });
    const { token } = data.attributes;
    const asked = await call<{ data: { attributes: { token: string } } }>('POST', '/api/file-requests', {
      folder_id: folder,
      name: 'Contract',
    });
    const request = `/request/${asked.data.attributes.token}`;
    const administrator = await openSession(server.url);
    const turn = (status: 'active' | 'suspended') =>
      administrator.call(
        'PATCH',
        `/api/admin/users/${id}`,
        status === 'active' ? { status } : { status, reason: 'A break.' },
      );

    const first = listening(page);
    await page.goto(`/share/${token}/files`);
    await expectVisible(filesPage(page).row('notes.txt'));
    await first;
    await turn('suspended');
    await expectPath(page, `/temporary-unavailable?redirect=${encodeURIComponent(`/share/${token}/files`)}`);
    await expectVisible(page.getByRole('heading', { level: 1, name: 'We’ll be right back' }));
    await page.getByRole('button', { name: 'Try now' }).click();
    await expectVisible(page.getByRole('status').filter({ hasText: 'Still not available.' }).first());
    await turn('active');
    await page.getByRole('button', { name: 'Try now' }).click();
    await expectVisible(filesPage(page).row('notes.txt'));
    await expectPath(page, `/share/${token}/files`);

    await turn('suspended');
    await page.goto(request);
    await expectPath(page, `/temporary-unavailable?redirect=${encodeURIComponent(request)}`);
    await turn('active');
    await page.getByRole('button', { name: 'Try now' }).click();
    await expectVisible(page.getByRole('heading', { level: 1, name: /^Upload files/ }));
  },
);

journey(
  'nothing of an account is asked for by a link, though its owner is signed in, and no theme is kept',
  async ({ page, server, signIn }) => {
    const api = await signInToApi(server.url);
    const folder = await api.createFolder('Harbour House');
    await api.uploadFile('notes.txt', notes, folder);
    const { share } = await openLinks(server.url);
    const token = await share({ id: folder, type: 'folder' }, { permission: 'editor' });
    await signIn();
    await page.goto('about:blank');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const first = listening(page);
    await page.goto(`/share/${token}`);
    await expectVisible(filesPage(page).row('notes.txt'));
    await first;
    await page.getByRole('button', { name: 'Theme' }).click();
    await expectEventually(() => page.evaluate(() => document.documentElement.dataset['theme']), 'dark');
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes('theme'))),
    ).toEqual([]);
    const calls = asked.filter((path) => path.startsWith('/api/'));
    expect(calls).not.toEqual([]);
    expect(calls.filter((path) => !path.includes(token) && !path.startsWith('/api/thumbnails'))).toEqual([]);
    await page.reload();
    await expectVisible(filesPage(page).row('notes.txt'));
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('light');
  },
);
