import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { expect, test, vi } from 'vitest';
import { firstAdmin as admin, useWizard } from '#testing/use-wizard.ts';

// The image processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const { begin, wizard, database } = useWizard();

test('choosing the database of an installation ends the wizard', async () => {
  await begin();
  await wizard().step('database', database());
  expect((await wizard().send('POST', 'admin', admin)).statusCode).toBe(200);
  await wizard().close();
  await begin();
  const tried = await wizard().send('POST', 'database/test', database());
  expect(tried.json()).toMatchObject({ state: 'installed' });
  expect(wizard().takenOver()).toBe(0);
  const answer = await wizard().send('POST', 'database', database());
  expect(answer.json()).toMatchObject({ meta: { installed: true } });
  expect(wizard().takenOver()).toBe(1);
  expect((await wizard().send('GET', 'status')).statusCode).toBe(410);
});

test('answers saved while the last step runs do not change the choice of database', async () => {
  const saved: Promise<LightMyRequestResponse>[] = [];
  await begin({
    whenMade: async () => {
      saved.push(
        wizard().send('POST', 'database', { connection: 'sqlite' }),
        wizard().send('POST', 'environment', { url: 'https://evil.example' }),
        wizard().send('POST', 'app', { title: 'Too late' }),
        wizard().send('DELETE', 'images/logo'),
      );
      // Once a later call has its answer, these were admitted.
      await wizard().send('POST', 'database/test', { connection: 'sqlite' });
    },
  });
  await wizard().step('database', database());
  const before = await readFile(join(wizard().dataDir, 'database.json'), 'utf8');
  expect((await wizard().send('POST', 'admin', admin)).statusCode).toBe(200);
  for (const answer of await Promise.all(saved)) expect(answer.json()).toMatchObject({ code: 'setup.done' });
  expect(await readFile(join(wizard().dataDir, 'database.json'), 'utf8')).toBe(before);
  expect(await readFile(join(wizard().dataDir, 'setup/draft.json'), 'utf8')).not.toMatch(/evil|Too late/);
  expect(existsSync(join(wizard().dataDir, 'installed'))).toBe(true);
});
