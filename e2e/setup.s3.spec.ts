/** The setup wizard with real services: PostgreSQL, object storage and a mail server. */
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { createMailServer } from '../apps/server/src/testing/mail-server.ts';
import { ensureTestBucket, testObjectStorage } from '../apps/server/src/testing/object-storage.ts';
import { createOwnPostgres } from '../apps/server/src/testing/own-postgres.ts';
import { expectVisible } from './harness/expect-page.ts';
import { journeysOf } from './harness/journey.ts';
import { setupPage, useInstallation } from './harness/setup-page.ts';

const credentials = { username: 'files', password: 'a password of the mail server' };
const mails = await createMailServer({ credentials });
const database = await createOwnPostgres();
const journey = journeysOf({ HOLDALL_ALLOWED_PRIVATE_HOSTS: '127.0.0.1' }, { installed: false });
beforeAll(ensureTestBucket);
afterAll(async () => {
  await mails.close();
  await database.drop();
});

journey(
  'an administrator installs on PostgreSQL, object storage and a mail server, each tried before',
  async (world) => {
    const { page, server, context } = world;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const setup = setupPage(page);
    const storage = testObjectStorage();
    await page.goto(`/install#code=${server.setupCode()}`);
    await setup.passChecks();
    await setup.button('Skip').click();

    await setup.expectStep('database');
    await page.getByText('PostgreSQL', { exact: true }).click();
    await page.getByLabel('Host').fill(database.host);
    await page.getByLabel('Port').fill(String(database.port));
    await page.getByLabel('Database name').fill(database.name);
    await page.getByLabel('User name').fill(new URL(database.url()).username);
    await setup.button('Test connection').click();
    await expectVisible(page.getByText('The database is empty and ready.'));
    await setup.save.click();

    await setup.expectStep('environment');
    await page.getByText('In object storage').click();
    await page.getByLabel('Endpoint').fill(storage.endpoint);
    await page.getByLabel('Bucket', { exact: true }).fill(storage.bucket);
    await page.getByLabel('Prefix').fill(storage.prefix);
    await page.getByLabel('Access key').fill(storage.accessKey);
    await page.getByLabel('Secret key').fill(storage.secretKey);
    await setup.button('Test').click();
    await expectVisible(page.getByText('It works: objects were written, read, listed and deleted.'));
    await page.getByText('Sent by SMTP').click();
    await page.getByLabel('Server', { exact: true }).fill('127.0.0.1');
    await page.getByRole('textbox', { name: 'Port' }).fill(String(mails.port));
    await page.getByRole('radiogroup', { name: 'Encryption' }).getByText('None').click();
    await page.getByLabel('User name').fill(credentials.username);
    await page.getByLabel('Password', { exact: true }).fill(credentials.password);
    await page.getByLabel('Send a test email to').fill('ada@example.com');
    await setup.button('Send test email').click();
    await expectVisible(page.getByText('Test email sent to ada@example.com.').first());
    await mails.waitFor(({ recipients }) => recipients.includes('ada@example.com'));
    await setup.save.click();

    // No secret comes back.
    await setup.expectStep('app-setup');
    await page.getByRole('link', { name: 'Back' }).click();
    await setup.expectStep('environment');
    expect(await page.getByLabel('Secret key').inputValue()).toBe('');
    expect(await page.content()).not.toContain(storage.secretKey);
    await setup.save.click();
    await setup.expectStep('app-setup');
    await setup.save.click();
    await setup.expectStep('admin-setup');
    await setup.writeAdministrator();
    await setup.button('Finish setup').click();
    await setup.enter();

    const address = await useInstallation(page, randomBytes(20_000));
    await page.goto(address);
    await expectVisible(page.getByText('first.bin').first());
    // Neither rows nor bytes are on the disk.
    const kept = readdirSync(server.dataDir, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    expect(kept.map(({ name }) => name).filter((name) => name.endsWith('.sqlite'))).toEqual([]);
    expect(kept.filter(({ parentPath }) => parentPath.startsWith(join(server.dataDir, 'blobs')))).toEqual([]);
  },
  { timeout: 240_000 },
);
