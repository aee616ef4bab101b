import { expect, test } from 'vitest';
import { firstLoadChunks } from './first-load-chunks.ts';

const icons = '/node_modules/lucide-react/dist/esm';
const index = `${icons}/lucide-react.mjs`;

interface Module {
  readonly importers: readonly string[];
  readonly code?: string;
}

const modules: Readonly<Record<string, Module>> = {
  '/web/src/main.tsx': { importers: [] },
  '/web/src/screens/files.screen.tsx': { importers: [] },
  '/web/src/app.tsx': { importers: ['/web/src/main.tsx'], code: "import { X } from 'lucide-react'" },
  '/web/src/rows.tsx': {
    importers: ['/web/src/screens/files.screen.tsx'],
    code: "import { AlertCircle as Sign } from 'lucide-react'",
  },
  '/web/src/both.ts': { importers: ['/web/src/app.tsx', '/web/src/rows.tsx'] },
  // Loaded when it is needed, so that nothing imports it statically.
  '/web/src/popup.tsx': { importers: [], code: "import { Sun, X } from 'lucide-react'" },
  '/node_modules/query-core/infiniteQueryObserver.js': { importers: ['/node_modules/query-core/index.js'] },
  '/node_modules/query-core/queryObserver.js': { importers: ['/node_modules/query-core/index.js'] },
  '/node_modules/query-core/index.js': { importers: ['/web/src/app.tsx', '/web/src/popup.tsx'] },
  [index]: {
    importers: ['/web/src/app.tsx', '/web/src/rows.tsx', '/web/src/popup.tsx'],
    code: [
      "export { default as Sun, default as SunIcon } from './icons/sun.mjs';",
      "export { default as X, default as XIcon } from './icons/x.mjs';",
      "export { default as AlertCircle, default as CircleAlert } from './icons/circle-alert.mjs';",
    ].join('\n'),
  },
  ...Object.fromEntries(
    ['sun', 'x', 'circle-alert'].map((name) => [
      `${icons}/icons/${name}.mjs`,
      { importers: [index, `${icons}/icons/index.mjs`] },
    ]),
  ),
};

const chunkOf = (id: string): string | null | undefined =>
  firstLoadChunks('/web').groups[0]?.name(id, {
    getModuleInfo: (module) => {
      const known = modules[module];
      return known ? { importers: known.importers, code: known.code ?? null } : null;
    },
  });

test.each([
  ['/web/src/main.tsx', null],
  ['/web/src/app.tsx', 'app'],
  ['/web/src/rows.tsx', 'files'],
  ['/web/src/both.ts', 'app'],
  ['/web/src/popup.tsx', null],
  ['/node_modules/query-core/queryObserver.js', 'app'],
  ['/node_modules/query-core/infiniteQueryObserver.js', null],
])('%s goes into %s', (id, chunk) => expect(chunkOf(id)).toBe(chunk));

test.each([
  ['x', 'app'],
  ['circle-alert', 'files'],
  ['sun', null],
])('the icon %s goes where it is drawn: %s', (icon, chunk) =>
  expect(chunkOf(`${icons}/icons/${icon}.mjs`)).toBe(chunk),
);
