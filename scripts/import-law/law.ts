/**
 * The import law of docs/architecture.md ("Who may import whom"): imports that it does not allow are forbidden.
 * A rule receives one import and decides whether it breaks the law. `import type` counts, because knowing a
 * type is knowing the module.
 */
import type { Import } from './module-graph.ts';
import { type Role, type Room, type ServerLayer, type WebLayer, roomOf } from './rooms.ts';

export interface Rule {
  readonly name: string;
  readonly says: string;
  readonly breaks: (edge: Import, from: Room, to: Room) => boolean;
}

/** Each layer of the server, and the other layers that it may import. */
const serverLayers: Readonly<Record<Exclude<ServerLayer, 'testing'>, readonly ServerLayer[]>> = {
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

/** Features in the order in which they may know each other: a group knows those before it. */
const featureGroups: readonly (readonly string[])[] = [
  ['settings', 'users', 'jobs', 'nodes'],
  ['mail', 'storage'],
  ['activity'],
  ['auth'],
  ['account'],
  ['links'],
  ['files'],
  ['usage'],
  [
    'uploads',
    'downloads',
    'trash',
    'favourites',
    'sharing',
    'requests',
    'search',
    'thumbnails',
    'listings',
    'images',
  ],
  ['setup', 'realtime', 'translations', 'admin', 'demo', 'maintenance'],
];
const groupOf = (feature: string): number => featureGroups.findIndex((group) => group.includes(feature));

/** The roles inside a server feature, and the other files of the same feature that each may import. */
const roleImports: Readonly<Record<Role, readonly Role[]>> = {
  door: ['routes', 'service', 'task', 'part', 'policy', 'rules', 'present', 'errors', 'types'],
  routes: ['service', 'part', 'present', 'errors', 'types'],
  service: ['service', 'task', 'part', 'policy', 'rules', 'repo', 'errors', 'types'],
  task: ['service', 'task', 'part', 'policy', 'rules', 'repo', 'errors', 'types'],
  part: ['service', 'task', 'part', 'policy', 'rules', 'repo', 'errors', 'types'],
  policy: ['rules', 'errors', 'types'],
  rules: ['rules', 'errors', 'types'],
  repo: ['errors', 'types'],
  present: ['rules', 'types'],
  errors: ['types'],
  types: ['types'],
};
const pureRoles: ReadonlySet<Role | undefined> = new Set<Role>(['policy', 'rules', 'present']);
/** Node's modules that compute without touching the world. */
const pureNodeModules =
  /^(node:)?(crypto|util|path|path\/posix|url|buffer|querystring|string_decoder|assert|zlib)$/;

const webOrder: readonly WebLayer[] = ['main', 'app', 'screens', 'features', 'shared'];
/** Modules that the design system may not import: routing, server state, the session. */
const strangersToUi: ReadonlySet<string> = new Set(['router', 'paths', 'api', 'session', 'queries', 'query']);
const packagesStrangeToUi = /^@tanstack\/(react-)?(router|query)/;

const serverFeature = (room: Room) =>
  room.house === 'server' && room.layer === 'features' ? room : undefined;
const otherFeature = (from: Room, to: Room) => {
  const feature = serverFeature(to);
  return feature !== undefined && serverFeature(from)?.feature !== feature.feature ? feature : undefined;
};
const isFromPackage = (edge: Import, name: RegExp) => edge.kind === 'package' && name.test(edge.to);
const kysely = /^(kysely|pg)(\/|$)/;

export const rules: readonly Rule[] = [
  {
    name: 'known-room',
    says: 'every file has a room (and in a server feature a role) of docs/architecture.md; new ones are added to the law',
    breaks: (edge, from) =>
      edge.from === edge.to &&
      !from.isTest &&
      ((from.house === 'server' && from.layer === undefined) ||
        (from.house === 'web' && from.layer === undefined) ||
        (serverFeature(from) !== undefined && serverFeature(from)?.role === undefined) ||
        (serverFeature(from) !== undefined && groupOf(serverFeature(from)?.feature ?? '') < 0)),
  },
  {
    name: 'tests-are-leaves',
    says: 'only tests import tests, suites and testing/',
    breaks: (_edge, from, to) => to.isTest && !from.isTest,
  },
  {
    name: 'contract-stands-alone',
    says: 'the contract imports nothing of the apps',
    breaks: (edge, from, to) => from.house === 'contract' && edge.kind === 'file' && to.house !== 'contract',
  },
  {
    name: 'apps-are-apart',
    says: 'server and web share the contract alone, and neither imports the tools around them',
    breaks: (edge, from, to) =>
      edge.kind === 'file' &&
      (from.house === 'server' || from.house === 'web') &&
      to.house !== from.house &&
      to.house !== 'contract',
  },
  {
    name: 'server-layers',
    says: 'main → commands → compose → {app, adapters, features, db, config}; app → {http, features}; features → {http, ports, db, lib}; http and adapters → {ports, lib}',
    breaks: (_edge, from, to) => {
      if (from.isTest || to.isTest || from.house !== 'server' || to.house !== 'server') return false;
      if (from.layer === undefined || to.layer === undefined || from.layer === to.layer) return false;
      if (from.layer === 'testing' || to.layer === 'testing') return false;
      return !serverLayers[from.layer].includes(to.layer);
    },
  },
  {
    name: 'feature-doors',
    says: 'a feature is entered through its index.ts alone',
    breaks: (_edge, from, to) => {
      const entered = otherFeature(from, to);
      return (
        from.house === 'server' &&
        !from.isTest &&
        !to.isTest &&
        entered !== undefined &&
        entered.role !== 'door'
      );
    },
  },
  {
    name: 'feature-order',
    says: '{settings, users} → auth → files → usage → {uploads, downloads, …} → {setup, realtime, translations, admin}: a later group may import an earlier one',
    breaks: (_edge, from, to) => {
      const entering = serverFeature(from);
      const entered = otherFeature(from, to);
      if (from.isTest || entering === undefined || entered === undefined) return false;
      return groupOf(entered.feature) >= groupOf(entering.feature);
    },
  },
  {
    name: 'feature-roles',
    says: 'routes → service → {policy, rules, repo} and routes → present; tasks and parts stand with the services; errors and types serve all; policy and present may use rules',
    breaks: (_edge, from, to) => {
      const user = serverFeature(from);
      const used = serverFeature(to);
      if (from.isTest || to.isTest || user?.feature !== used?.feature) return false;
      if (user?.role === undefined || used?.role === undefined || user.path === used.path) return false;
      return !roleImports[user.role].includes(used.role);
    },
  },
  {
    name: 'only-repo-queries',
    says: 'in a feature only the repo imports the query builder; others may name its types',
    breaks: (edge, from) => {
      const user = serverFeature(from);
      return (
        user !== undefined &&
        !from.isTest &&
        user.role !== 'repo' &&
        isFromPackage(edge, kysely) &&
        !edge.typeOnly
      );
    },
  },
  {
    name: 'drivers-behind-doors',
    says: 'the database drivers are known to db/dialects and to adapters alone',
    breaks: (edge, from) =>
      from.house === 'server' &&
      !from.isTest &&
      from.layer !== 'adapters' &&
      !from.path.includes('/db/dialects/') &&
      (isFromPackage(edge, /^pg(\/|$)/) || (edge.kind === 'node' && /^(node:)?sqlite$/.test(edge.to))),
  },
  {
    name: 'pure-roles',
    says: 'policy, rules and present do no I/O: no Node module that does, no database beyond its table types, no adapter',
    breaks: (edge, from, to) => {
      const user = serverFeature(from);
      if (user === undefined || from.isTest || !pureRoles.has(user.role) || edge.typeOnly) return false;
      if (edge.kind === 'node') return !pureNodeModules.test(edge.to);
      if (edge.kind === 'package') return kysely.test(edge.to) || /^(fastify$|@fastify\/)/.test(edge.to);
      return to.house === 'server' && (to.layer === 'db' || to.layer === 'http' || to.layer === 'ports');
    },
  },
  {
    name: 'only-routes-speak-http',
    says: 'in a feature only routes know Fastify',
    breaks: (edge, from) => {
      const user = serverFeature(from);
      return (
        user !== undefined &&
        !from.isTest &&
        user.role !== 'routes' &&
        isFromPackage(edge, /^(fastify$|@fastify\/)/)
      );
    },
  },
  {
    name: 'web-layers',
    says: 'main → app → screens → features → shared',
    breaks: (_edge, from, to) => {
      if (from.isTest || to.isTest || from.house !== 'web' || to.house !== 'web') return false;
      if (from.layer === undefined || to.layer === undefined) return false;
      return webOrder.indexOf(to.layer) < webOrder.indexOf(from.layer);
    },
  },
  {
    name: 'web-features-apart',
    says: 'features of the web app never import each other: a screen composes them',
    breaks: (_edge, from, to) =>
      from.house === 'web' &&
      to.house === 'web' &&
      from.layer === 'features' &&
      to.layer === 'features' &&
      from.feature !== to.feature,
  },
  {
    name: 'ui-knows-no-app',
    says: 'shared/ui, the design system, knows no router, no query, no session and no feature',
    breaks: (edge, from, to) => {
      if (from.house !== 'web' || from.layer !== 'shared' || from.part !== 'ui' || from.isTest) return false;
      if (isFromPackage(edge, packagesStrangeToUi)) return true;
      return to.house === 'web' && to.layer === 'shared' && strangersToUi.has(to.part);
    },
  },
];

/** The rooms at both ends, for a rule to judge. */
export const breachesOf = (edge: Import): Rule[] => {
  const from = roomOf(edge.from);
  const to = roomOf(edge.kind === 'file' ? edge.to : '');
  return rules.filter((rule) => rule.breaks(edge, from, to));
};
