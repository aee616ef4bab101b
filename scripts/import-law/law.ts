/**
 * The import law of docs/architecture.md as rules for dependency-cruiser. Paths are relative to the
 * checkout, and `$1` in `to` is what the first group of `from` matched. `import type` counts as an import unless a rule
 * excludes it: knowing a type is knowing its module.
 */
import type { IFlattenedRuleSet } from 'dependency-cruiser';

/** Tests, contract suites and test support stand outside the layers. */
const tests = ['/testing/', String.raw`\.(?:test|suite)\.tsx?$`];

/** Each layer of the server, and the other layers that it may import. */
const serverLayers = {
  main: ['commands', 'compose', 'config', 'log', 'lib'],
  commands: ['compose', 'app', 'features', 'config', 'http', 'log', 'lib'],
  compose: ['app', 'adapters', 'features', 'db', 'config', 'http', 'ports', 'log', 'lib'],
  app: ['http', 'features', 'ports', 'lib'],
  features: ['http', 'ports', 'db', 'lib'],
  http: ['ports', 'lib'],
  adapters: ['ports', 'lib'],
  db: ['lib'],
  config: ['lib'],
  log: ['lib'],
  ports: ['lib'],
  lib: [],
};

/** A layer is a folder, or files named after it: `compose/`, `log.ts`, `app-services.ts`. */
const inLayer = (...names: readonly string[]): string =>
  String.raw`^apps/server/src/(?:${names.join('|')})(?:/|\.ts$|-[a-z-]+\.ts$)`;

/** The groups of features in order: a feature may import those of earlier groups. */
const featureGroups = [
  'settings|users|jobs|nodes',
  'mail|storage',
  'activity',
  'auth',
  'account',
  'links',
  'files',
  'usage',
  'uploads|downloads|trash|favourites|sharing|requests|search|thumbnails|listings|images',
  'versions',
  'setup|realtime|translations|admin|demo|maintenance',
];

const ofServices = ['service', 'task', 'part', 'policy', 'rules', 'repo', 'errors', 'types'] as const;
/**
 * Each role in a feature, and the files of the same feature that it may import. A part is a plain noun
 * (`upload-lock.ts`) of which services are made.
 */
const roleImports = {
  index: ['routes', 'service', 'task', 'part', 'policy', 'rules', 'present', 'errors', 'types'],
  routes: ['service', 'part', 'present', 'errors', 'types'],
  service: ofServices,
  task: ofServices,
  part: ofServices,
  policy: ['rules', 'errors', 'types'],
  rules: ['rules', 'errors', 'types'],
  repo: ['errors', 'types'],
  present: ['rules', 'types'],
  errors: ['types'],
  types: ['types'],
} as const;
type Role = keyof typeof roleImports;

/** The name of a file of a role. */
const roleFile = (role: Role): string => {
  if (role === 'index') return String.raw`index\.ts$`;
  return role === 'part' ? String.raw`(?!index\.)[a-z0-9-]+\.ts$` : String.raw`[^/]+\.${role}\.ts$`;
};

/** Each layer of the page, and the layers above it, which it may not import. */
const webLayersAbove = {
  app: 'main',
  screens: 'main|app',
  features: 'main|app|screens',
  shared: 'main|app|screens|features',
};

const features = '^apps/server/src/features/';
const builders = 'node_modules/(?:kysely|pg)/';
const fastify = 'node_modules/(?:fastify|@fastify/[^/]+)/';
/** Modules of Node that compute without touching the world. */
const pureModules =
  '^(?:node:)?(?:crypto|util|path|path/posix|url|buffer|querystring|string_decoder|assert|zlib)$';
const pureFiles = `${features}[^/]+/(?:${(['policy', 'rules', 'present'] as const).map(roleFile).join('|')})`;
const typeOnly = { dependencyTypesNot: ['type-only' as const] };

type Forbidden = NonNullable<IFlattenedRuleSet['forbidden']>[number];
const keysOf = <Key extends string>(table: Readonly<Record<Key, unknown>>) => Object.keys(table) as Key[];

const forbidden: readonly Forbidden[] = [
  {
    name: 'no-cycles',
    comment: 'No module reaches itself through its imports.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'resolves',
    comment: 'Every import leads to a file or an installed package.',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'tests-are-leaves',
    comment: 'Only tests import tests, suites and test support.',
    from: { pathNot: tests },
    to: { path: tests, pathNot: 'node_modules/' },
  },
  {
    name: 'apps-are-apart',
    comment:
      'Server and page share the contract alone. None of the three imports another or the tools around them.',
    from: { path: '^(apps/server|apps/web|packages/contract)/' },
    to: {
      pathNot: ['^$1/', '^packages/contract/', 'node_modules/'],
      couldNotResolve: false,
      dependencyTypesNot: ['core'],
    },
  },
  ...keysOf(serverLayers).map((layer) => ({
    name: 'server-layers',
    comment: 'A layer of the server imports those that the table in law.ts lists for it.',
    from: { path: inLayer(layer), pathNot: tests },
    to: {
      path: inLayer(...keysOf(serverLayers)),
      pathNot: [inLayer(layer, ...serverLayers[layer]), ...tests],
    },
  })),
  {
    name: 'feature-entrance',
    comment: 'A feature is entered through its index.ts alone.',
    from: { path: '^apps/server/src/(features/[^/]+/|[^/]+)', pathNot: tests },
    to: {
      path: features,
      pathNot: [`^apps/server/src/$1`, String.raw`${features}[^/]+/index\.ts$`, ...tests],
    },
  },
  ...featureGroups.map((group, index) => ({
    name: 'feature-order',
    comment: 'A feature imports those of earlier groups alone; law.ts lists the groups in order.',
    from: { path: `^apps/server/src/(features/(?:${group})/)`, pathNot: tests },
    to: { path: `${features}(?:${featureGroups.slice(index).join('|')})/`, pathNot: `^apps/server/src/$1` },
  })),
  ...keysOf(roleImports).map((role) => ({
    name: 'feature-roles',
    comment:
      'Inside a feature: routes → service → {policy, rules, repo} and routes → present, as the table in law.ts says.',
    from: { path: `${features}([^/]+)/${roleFile(role)}`, pathNot: tests },
    to: {
      path: String.raw`${features}$1/.+\.ts$`,
      pathNot: [...roleImports[role].map((used) => `${features}$1/${roleFile(used)}`), ...tests],
    },
  })),
  {
    name: 'only-repo-queries',
    comment: 'In a feature only the repo imports the query builder; other files may name its types.',
    from: { path: features, pathNot: [roleFile('repo'), ...tests] },
    to: { path: builders, ...typeOnly },
  },
  {
    name: 'drivers-in-dialects',
    comment: 'Only db/dialects and adapters know the drivers of databases.',
    from: { path: '^apps/server/src/(?!adapters/|db/dialects/)', pathNot: tests },
    to: { path: ['node_modules/(?:@types/|)pg/', '^(?:node:)?sqlite$'] },
  },
  {
    name: 'pure-roles',
    comment: 'Policy, rules and present do no I/O: they import no database, no HTTP and no port.',
    from: { path: pureFiles, pathNot: tests },
    to: { path: [builders, fastify, inLayer('db', 'http', 'ports')], ...typeOnly },
  },
  {
    name: 'pure-roles',
    comment: 'Policy, rules and present import no module of Node that does I/O.',
    from: { path: pureFiles, pathNot: tests },
    to: { pathNot: pureModules, dependencyTypes: ['core'], ...typeOnly },
  },
  {
    name: 'only-routes-speak-http',
    comment: 'In a feature only routes know Fastify.',
    from: { path: features, pathNot: [roleFile('routes'), ...tests] },
    to: { path: fastify },
  },
  ...keysOf(webLayersAbove).map((layer) => ({
    name: 'web-layers',
    comment: 'main → app → screens → features → shared',
    from: { path: `^apps/web/src/${layer}/`, pathNot: tests },
    to: { path: String.raw`^apps/web/src/(?:${webLayersAbove[layer]})(?:/|\.tsx?$)`, pathNot: tests },
  })),
  {
    name: 'web-features-apart',
    comment: 'Features of the page never import each other: a screen composes them.',
    from: { path: '^apps/web/src/features/([^/]+)/' },
    to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
  },
  {
    name: 'ui-knows-no-app',
    comment: 'shared/ui, the design system, knows no router, no query and no session.',
    from: { path: '^apps/web/src/shared/ui/', pathNot: tests },
    to: {
      path: [
        '^apps/web/src/shared/(?:api|paths|router|session)/',
        'node_modules/@tanstack/(?:react-|)(?:router|query)',
      ],
    },
  },
];

export const importRules: IFlattenedRuleSet = {
  forbidden: forbidden.map((rule) => ({ ...rule, severity: 'error' })),
  required: [
    {
      name: 'known-room',
      severity: 'error',
      comment:
        'Every file stands in a room, and in a feature has a role, that the architecture and law.ts name.',
      module: {
        path: String.raw`^apps/(?:server|web)/src/.+\.tsx?$`,
        pathNot: [
          ...tests,
          String.raw`^apps/server/src/(?:main|log|app|app-[a-z-]+)\.ts$`,
          '^apps/server/src/(?:adapters|commands|compose|config|db|http|lib|ports)/',
          `${features}(?:${featureGroups.join('|')})/(?:${keysOf(roleImports).map(roleFile).join('|')})`,
          String.raw`^apps/web/src/main\.tsx?$`,
          '^apps/web/src/(?:app|screens|features|shared)/',
        ],
      },
      // No path matches: a module that the rule selects breaks it.
      to: { path: '(?!)' },
    },
  ],
};
