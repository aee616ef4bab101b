import { expect, test } from 'vitest';
import type { ServerUnderTest } from './server-under-test.ts';
import { installedOf } from './all.ts';

const serverNamed = (name: string, lack?: string): ServerUnderTest => ({
  name,
  missing: () => lack,
  start: () => Promise.reject(new Error('it is not to be started')),
});

test('a server that is not installed is left out, and that is reported once', () => {
  const said: string[] = [];
  const present = installedOf([serverNamed('nginx', 'nginx'), serverNamed('bare')], (text) =>
    said.push(text),
  );
  expect(present.map(({ name }) => name)).toEqual(['bare']);
  expect(said).toEqual(['nginx is left out: nginx is not installed. Targets against it are not measured.']);
});
