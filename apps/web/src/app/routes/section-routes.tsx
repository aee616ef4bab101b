import { Suspense, useEffect, type ComponentType, type ReactNode } from 'react';
import { currentLocation, navigate, useLocation } from '#shared/router/location.ts';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { SectionSkeleton } from '#shared/ui/section-page.tsx';
import { paramsOf, type ScreenProps } from '../route-params.ts';

/** A page of a section; those of one section load one by one, too. */
export interface SectionRoute {
  /** Names the screen's chunk. */
  readonly name: string;
  /** The pattern of the whole path; its named groups are the screen's parameters. */
  readonly pattern: RegExp;
  readonly Screen: ComponentType<ScreenProps>;
  /** Loads the screen. */
  readonly load?: () => Promise<unknown>;
}

/** Declares a page of a section. */
export const page = (
  name: string,
  pattern: RegExp,
  load: () => Promise<ComponentType<ScreenProps>>,
): SectionRoute => {
  const Screen = lazyChunk(name, load);
  return { name, pattern, Screen, load: Screen.load };
};

const NotFound = lazyChunk(
  'not-found',
  async () => (await import('#screens/not-found.screen.tsx')).NotFoundScreen,
);

/** Declares an address that leads to a page of the section: people shorten what stands in the bar. */
export const leadingTo = (to: string, pattern: RegExp): SectionRoute => ({
  name: to,
  pattern,
  Screen: () => {
    useEffect(() => navigate(to, { replace: true }), []);
    return <SectionSkeleton />;
  },
});

const pageAt = (routes: readonly SectionRoute[], pathname: string): SectionRoute | undefined =>
  routes.find(({ pattern }) => pattern.test(pathname));

/**
 * Loads the page of a section that the address names, so that both come together. A failed page is loaded again by the
 * component that draws it, which shows why it is missing.
 */
export const loadPageOf = async (routes: readonly SectionRoute[]): Promise<void> => {
  await pageAt(routes, currentLocation().pathname)
    ?.load?.()
    .catch(() => undefined);
};

interface SectionRoutesProps {
  readonly routes: readonly SectionRoute[];
  /** Drawn while a page loads. */
  readonly fallback?: ReactNode;
}

/** The page of a section that the address names. */
export const SectionRoutes = ({ routes, fallback = <SectionSkeleton /> }: SectionRoutesProps) => {
  const { pathname } = useLocation();
  const found = pageAt(routes, pathname);
  return (
    <Suspense fallback={fallback}>
      {found ? <found.Screen params={paramsOf(found, pathname)} /> : <NotFound />}
    </Suspense>
  );
};
