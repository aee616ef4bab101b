import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contentRules } from './content-law.ts';
import { checkImportLaw } from './judge.ts';
import { importRules } from './law.ts';

const fixture = join(import.meta.dirname, '..', 'import-law.fixture');

/** Writes a path as short as it is unambiguous: a package by its name, a source file without `apps/` and `src/`. */
const short = (path: string): string =>
  path
    .replace(/^.*node_modules\/((?:@[^/]+\/)?[^/]+).*$/, '$1')
    .replace(/^(?:apps|packages)\/(\w+)\/src\//, '$1/');

const breachesByRule = async (): Promise<Record<string, string[]>> => {
  const { breaches } = await checkImportLaw(fixture);
  const byRule = Object.groupBy(breaches, ({ rule }) => rule);
  return Object.fromEntries(
    Object.entries(byRule).map(([rule, found = []]) => [
      rule,
      found.map(({ from, to }) => (from === to ? short(from) : `${short(from)} → ${short(to)}`)),
    ]),
  );
};

/** Every breach in the fixture. Its other imports are lawful, type-only ones of Kysely and Fastify among them. */
const expected = {
  'no-cycles': ['server/lib/first.ts → server/lib/second.ts'],
  resolves: ['server/lib/second.ts → #lib/gone.ts'],
  'tests-are-leaves': ['server/compose/features.ts → server/adapters/store.suite.ts'],
  'apps-are-apart': [
    'server/http/answer.ts → web/app/start.ts',
    'web/app/start.ts → server/features/games/index.ts',
    'contract/files.ts → server/db/database.ts',
  ],
  'server-layers': [
    'server/adapters/store-memory.ts → server/http/answer.ts',
    'server/http/answer.ts → server/db/database.ts',
    'server/http/answer.ts → server/features/games/index.ts',
    'server/main.ts → server/adapters/store-memory.ts',
  ],
  'feature-entrance': [
    'server/compose/features.ts → server/features/users/users.service.ts',
    'server/features/files/files.repo.ts → server/features/users/users.policy.ts',
  ],
  'feature-order': [
    'server/features/users/users.service.ts → server/features/files/index.ts',
    'server/features/users/users.service.ts → server/features/settings/index.ts',
  ],
  'feature-roles': [
    'server/features/files/file-lock.ts → server/features/files/files.helper.ts',
    'server/features/files/files.routes.ts → server/features/files/files.repo.ts',
    'server/features/files/index.ts → server/features/files/files.repo.ts',
  ],
  'only-repo-queries': [
    'server/features/files/files.routes.ts → kysely',
    'server/features/users/users.policy.ts → kysely',
  ],
  'drivers-in-dialects': ['server/db/database.ts → pg', 'server/db/database.ts → node:sqlite'],
  'pure-roles': [
    'server/features/users/users.policy.ts → kysely',
    'server/features/users/users.policy.ts → server/http/answer.ts',
    'server/features/users/users.policy.ts → fs',
  ],
  'only-routes-speak-http': ['server/features/users/users.service.ts → fastify'],
  'web-layers': [
    'web/screens/files.screen.tsx → web/app/start.ts',
    'web/shared/api/client.ts → web/screens/files.screen.tsx',
  ],
  'web-features-apart': ['web/features/files/list.ts → web/features/uploads/queue.ts'],
  'ui-knows-no-app': [
    'web/shared/ui/button.tsx → @tanstack/react-query',
    'web/shared/ui/button.tsx → web/shared/api/client.ts',
  ],
  'known-room': [
    'server/features/files/files.helper.ts',
    'server/features/games/index.ts',
    'server/helpers/anything.ts',
    'web/stuff/anything.ts',
  ],
  'services-build-no-queries': ['server/features/files/file-lock.ts'],
  'compose-only-wires': ['server/compose/features.ts'],
};

test('the import law refuses every breach in the fixture, and nothing else', async () => {
  expect(await breachesByRule()).toEqual(expected);
});

test('the fixture breaks every rule', () => {
  const rules = [...(importRules.forbidden ?? []), ...(importRules.required ?? []), ...contentRules];
  expect(new Set(Object.keys(expected))).toEqual(new Set(rules.map(({ name }) => name)));
});

test('a source file that dependency-cruiser has not read is a breach', async () => {
  const { modules, breaches } = await checkImportLaw(fixture, {
    options: { exclude: { path: '/shared/ui/' } },
  });
  expect(modules).toBe(26);
  expect(breaches.filter(({ rule }) => rule === 'every-module-read').map(({ from }) => from)).toEqual([
    'apps/web/src/shared/ui/button.tsx',
  ]);
});
