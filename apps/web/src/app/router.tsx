import { Suspense, type ComponentType } from 'react';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { useLocation } from '#shared/router/location.ts';
import { paramsOf, type ScreenProps } from './route-params.ts';

/**
 * Routes of the specification's section 2. The table is our own: the listing leaves 20 kB of the page's script
 * budget, and a general router alone takes more than that.
 */
export interface Route {
  /** Names the screen's chunk. */
  readonly name: string;
  /** Its named groups are the screen's parameters. */
  readonly pattern: RegExp;
  readonly requiresAuth: boolean;
  /** Rail, panel and bottom bar stand around it. */
  readonly framed: boolean;
  readonly Screen: ComponentType<ScreenProps>;
  /** Loads the screen. */
  readonly load: () => Promise<unknown>;
}

type Declared = Omit<Route, 'Screen' | 'load'> & {
  readonly load: () => Promise<ComponentType<ScreenProps>>;
};

const route = ({ load, ...declared }: Declared): Route => {
  const Screen = lazyChunk(declared.name, load);
  return { ...declared, Screen, load: Screen.load };
};

export const routes: readonly Route[] = [
  route({
    name: 'sign-in',
    pattern: /^\/$/,
    requiresAuth: false,
    framed: false,
    load: async () => (await import('./routes/sign-in.route.tsx')).SignInRoute,
  }),
  route({
    name: 'files',
    pattern: /^\/platform\/files(?:\/(?<id>[^/]+))?\/?$/,
    requiresAuth: true,
    framed: true,
    load: async () => (await import('#screens/files.screen.tsx')).FilesScreen,
  }),
  route({
    name: 'latest',
    pattern: /^\/platform\/recent-uploads\/?$/,
    requiresAuth: true,
    framed: true,
    load: async () => (await import('#screens/latest.screen.tsx')).LatestScreen,
  }),
  route({
    name: 'shared',
    pattern: /^\/platform\/my-shared-items\/?$/,
    requiresAuth: true,
    framed: true,
    load: async () => (await import('#screens/shared.screen.tsx')).SharedScreen,
  }),
  route({
    name: 'trash',
    pattern: /^\/platform\/trash(?:\/(?<id>[^/]+))?\/?$/,
    requiresAuth: true,
    framed: true,
    load: async () => (await import('#screens/trash.screen.tsx')).TrashScreen,
  }),
  route({
    name: 'search',
    pattern: /^\/platform\/search\/?$/,
    requiresAuth: true,
    framed: true,
    load: async () => (await import('#screens/search.screen.tsx')).SearchScreen,
  }),
  // Their pages are in tables of their own, which load with them.
  route({
    name: 'sections',
    pattern: /^\/(?:user|admin)(?:\/|$)/,
    requiresAuth: true,
    framed: true,
    load: async () => (await import('./routes/sections.tsx')).loadSections(),
  }),
];

/** All other routes: the ways into an account, and pages that do not exist. */
const others = route({
  name: 'others',
  pattern: /^/,
  requiresAuth: false,
  framed: false,
  load: async () => (await import('./routes/auth.routes.tsx')).loadAuthRoutes(),
});

/** As long as the server is not installed, every address is the setup wizard's. */
export const setupRoute = route({
  name: 'setup',
  pattern: /^/,
  requiresAuth: false,
  framed: false,
  load: async () => (await import('./routes/setup.routes.tsx')).loadSetupRoutes(),
});

export const routeFor = (pathname: string): Route =>
  routes.find(({ pattern }) => pattern.test(pathname)) ?? others;

/** The screen of a route; screens bring their own signs of loading. */
export const RouteScreen = ({ route: { Screen, ...current } }: { readonly route: Route }) => {
  const { pathname } = useLocation();
  return (
    <Suspense fallback={null}>
      <Screen params={paramsOf(current, pathname)} />
    </Suspense>
  );
};
