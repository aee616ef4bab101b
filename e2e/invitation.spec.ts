/** Somebody is invited, with a photo, and finds their way in. */
import { afterAll, expect } from 'vitest';
import { createMailServer } from '../apps/server/src/testing/mail-server.ts';
import { authPage } from './harness/auth-page.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectEventually, expectGone, expectPath, expectVisible } from './harness/expect-page.ts';
import { journeysOf } from './harness/journey.ts';
import { otherBrowser } from './harness/other-browser.ts';
import { png } from './harness/preview-files.ts';
import { createUser } from './harness/session.ts';

const mails = await createMailServer();
const journey = journeysOf({ HOLDALL_SMTP_URL: mails.url });
afterAll(() => mails.close());

const email = 'ilse@northlight.example';
const password = 'rain on the roof of the shed';

journey('somebody is invited, welcomed, and has an account', async ({ page, context, server, signIn }) => {
  await signIn({ at: '/admin/user/create' });
  await page.getByLabel('First name').fill('Ilse');
  await page.getByLabel('Email').fill(email);
  await page.locator('input[type=file]').setInputFiles({
    name: 'ilse.png',
    mimeType: 'image/png',
    buffer: Buffer.from(png(600, 400)),
  });
  const popup = page.getByRole('dialog', { name: 'Choose the area to show' });
  await expectVisible(popup);
  // Enter in there sends nothing.
  await popup.getByRole('slider', { name: 'Zoom' }).press('Enter');
  await popup.getByRole('button', { name: 'Use this photo' }).click();
  await expectGone(popup);
  const chosen = page.getByRole('img', { name: 'Chosen photo' });
  await expectEventually(() => chosen.evaluate((image: HTMLImageElement) => image.naturalWidth), 400);
  await page.getByRole('switch', { name: 'Send an invitation instead' }).click();
  await page.getByRole('button', { name: 'Create user' }).click();
  await expectVisible(page.getByText(`Ilse was created; the invitation is on its way to ${email}`));
  await expectEventually(
    () => page.locator('main img.avatar').evaluate((image: HTMLImageElement) => image.naturalWidth),
    192,
  );

  const mail = await mails.waitFor(
    ({ recipients, links }) => recipients.includes(email) && links.some((url) => url.startsWith(server.url)),
  );
  const link = mail.links.find((address) => address.includes('/create-new-password')) ?? '';
  const { page: theirs, guard } = await otherBrowser({ context, server });
  const auth = authPage(theirs);
  const asked: string[] = [];
  theirs.on('request', (request) => asked.push(request.url()));
  for (const width of [360, 1280]) {
    await theirs.setViewportSize({ width, height: 800 });
    await theirs.goto(link);
    await expectVisible(auth.heading('Welcome to Holdall'));
    await expectAccessible(theirs, `an invitation at ${width}`);
  }
  await expectPath(theirs, '/create-new-password');
  await expectVisible(theirs.getByText(`Choose a password for ${email}.`));
  await auth.password.fill(password);
  await auth.button('Save password').click();
  const done = theirs.getByRole('alertdialog', { name: 'Your account is ready' });
  await expectVisible(done.getByText(`Sign in with ${email} and the password you chose.`));
  await done.getByRole('button').click();
  expect(await auth.email.inputValue()).toBe(email);
  await auth.password.fill(password);
  await auth.password.press('Enter');
  await expectPath(theirs, '/platform/files');
  await expectVisible(theirs.getByRole('link', { name: /^Account:/ }));
  // The token that opens the account stands in the address of the page that was opened, and in no other.
  expect(asked.filter((address) => address.includes('token=') && address !== link)).toEqual([]);
  await mails.waitFor(({ subject }) => subject === 'Your Holdall account is ready');

  guard.allow(/status of 410/);
  await theirs.goto(link);
  await expectVisible(auth.heading('This link has expired'));
  await auth.link('Request a new one').click();
  await expectVisible(auth.heading('Forgot your password?'));
  expect(guard.complaints()).toEqual([]);
});

journey('a user’s photo is changed and taken away; where it fails, the user is there', async (world) => {
  const { page, context, server, signIn, guard } = world;
  guard.allow(/status of 429/);
  await signIn();
  const photo = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(png(600, 400)) };
  const crop = page.getByRole('dialog', { name: 'Choose the area to show' });
  const usePhoto = async (): Promise<void> => {
    await page.locator('input[type=file]').setInputFiles(photo);
    await crop.getByRole('button', { name: 'Use this photo' }).click();
  };
  const id = await createUser(server.url, { email: 'mara@northlight.example', password });
  await page.goto(`/admin/user/${id}/details`);
  const shown = page.locator('main img.avatar');
  await page.getByRole('button', { name: 'Choose photo' }).waitFor();
  await usePhoto();
  await expectGone(crop);
  await expectEventually(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth), 192);
  await page.reload();
  await expectVisible(page.getByText(/changed Mara.*’s photo/));
  await page.getByRole('button', { name: 'Remove photo' }).click();
  await expectGone(shown);
  await expectVisible(page.getByRole('button', { name: 'Choose photo' }));

  // The number of images that somebody may send in a minute.
  const junk = { name: 'avatar', file: { ...photo, buffer: Buffer.from('no photo') } };
  const sendJunk = async (): Promise<number> =>
    (
      await context.request.post('/api/user/avatar', {
        headers: { origin: server.url },
        multipart: junk,
      })
    ).status();
  await expectEventually(sendJunk, 429);
  await page.goto('/admin/user/create');
  await page.getByLabel('First name').fill('Ben');
  await page.getByLabel('Email').fill('ben@northlight.example');
  await page.getByLabel('New password').fill(password);
  await usePhoto();
  await expectVisible(page.getByRole('img', { name: 'Chosen photo' }));
  // A minute may have begun since.
  await expectEventually(sendJunk, 429);
  await page.getByRole('button', { name: 'Create user' }).click();
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Ben' }));
  await expectVisible(page.getByText('Ben was created', { exact: true }));
  await expectVisible(page.getByText(/^The photo wasn’t saved\. .+ You can choose it again here\.$/));
  // There it is still refused, which stands where the square is chosen.
  await expectEventually(sendJunk, 429);
  await usePhoto();
  const fault = 'Too many attempts. Please wait a moment and try again.';
  await expectVisible(crop.getByText(fault, { exact: true }));
  await crop.getByRole('button', { name: 'Cancel' }).click();
  await expectGone(crop);
});
