import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config as PageConfig } from '@holdall/contract/settings';
import { expect, test, vi } from 'vitest';
import { openSetupDraftStore } from '#compose/wizard.ts';
import { withInstallation } from '#commands/offline-command.ts';
import { openInstalledServer } from '#commands/installed-server.ts';
import { type Config, loadConfig } from '#config/load.ts';
import { createInstallCompletion } from '#features/setup/index.ts';
import { launchOf } from '#testing/launch.ts';
import { photo } from '#testing/media-files.ts';
import { firstAdmin as admin, useWizard } from '#testing/use-wizard.ts';

// Pictures are made several times over.
vi.setConfig({ testTimeout: 120_000 });

const { begin, wizard, database, stored } = useWizard();

const images = ['logo', 'avatar'];

/** As a process that is killed: nothing after it happens. */
const power = (): never => {
  throw new Error('The power is off.');
};
const config = (): Config =>
  loadConfig({ PATH: process.env['PATH'], HOLDALL_DATA_DIR: wizard().dataDir }, '/');

/** Everything that a wizard can keep, as far as its last step. */
const fillIn = async (): Promise<void> => {
  await wizard().step('checks');
  await wizard().step('database', database());
  await wizard().step('app', { title: 'Northlight' });
  const image = await photo(1);
  for (const name of images) expect((await wizard().sendImage(name, image)).statusCode).toBe(200);
};
const finish = async (): Promise<number> => (await wizard().send('POST', 'admin', admin)).statusCode;

/** Starts a server on the folder, which finishes the interrupted setup, and checks the result. */
const expectInstalled = async (): Promise<void> => {
  const opening = launchOf(config());
  const whole = await openInstalledServer(opening);
  try {
    const [app] = opening.used;
    if (app === undefined) throw new Error('Nothing answers.');
    const page = (await app.inject({ url: '/api/config' })).json<PageConfig>().app;
    expect(page.title).toBe('Northlight');
    expect((await app.inject({ url: page.logo ?? '' })).statusCode).toBe(200);
    const { email, password } = admin;
    const signedIn = await app.inject({ method: 'POST', url: '/api/login', payload: { email, password } });
    const [session] = signedIn.cookies;
    const headers = { cookie: `${session?.name}=${session?.value}` };
    expect((await app.inject({ url: '/api/user', headers })).json()).toMatchObject({
      data: { attributes: { avatar: { xs: expect.any(String) as string } } },
    });
  } finally {
    await whole.close();
  }
  expect(existsSync(join(wizard().dataDir, 'setup'))).toBe(false);
  expect((await stored()).has('setup:draft')).toBe(false);
  expect(opening.failures).toEqual([]);
};

test('killed at its beginning, it keeps the whole draft', async () => {
  let isOff = true;
  await begin({ whenBegun: async () => (isOff ? power() : undefined) });
  await fillIn();
  expect(await finish()).toBe(500);
  isOff = false;
  await wizard().restart();
  const { kept } = await wizard().step('app', {});
  expect(kept).toMatchObject({ app: { title: 'Northlight' }, images: { logo: true, avatar: true } });
  expect(await finish()).toBe(200);
  await expectInstalled();
});

test('killed after the installation, it stores the images at the next start', async () => {
  await begin({ whenMade: power });
  await fillIn();
  expect(await finish()).toBe(500);
  await expectInstalled();
});

test('killed between two images, it stores the others at the next start', async () => {
  await begin();
  await fillIn();
  expect(await finish()).toBe(200);
  const draftStore = openSetupDraftStore(config());
  await withInstallation(
    config(),
    async ({ infrastructure: { db }, foundation: { users }, services: { images } }) => {
      const completeInstall = createInstallCompletion({
        draftStore: {
          ...draftStore,
          removeImage: (name) => {
            draftStore.removeImage(name);
            power();
          },
        },
        db,
        users,
        images,
        removeUnusedDatabase: async () => undefined,
        onUndecodable: power,
      });
      await expect(completeInstall()).rejects.toThrow('The power is off');
    },
  );
  expect(draftStore.listImages()).toHaveLength(images.length - 1);
  await expectInstalled();
});
