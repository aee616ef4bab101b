import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { secretKeyFileName } from './object-storage.ts';
import { dataDirName, environmentNames, installNames } from './schema.ts';

test('the README names every variable and every key of config.json', async () => {
  const readme = await readFile(new URL('../../../../README.md', import.meta.url), 'utf8');
  const keys = Object.keys(environmentNames);
  const variables = [...Object.values(environmentNames), ...Object.values(installNames)];
  const missing = [...keys, ...variables, dataDirName, secretKeyFileName].filter(
    (name) => !readme.includes(`\`${name}\``),
  );
  expect(missing).toEqual([]);
});
