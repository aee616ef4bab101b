import './frame.css';
import { Suspense, useEffect, type ReactNode } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { media, useMedia } from '#shared/lib/use-media.ts';
import { useRootData } from '#shared/lib/use-root-data.ts';
import { useStore } from '#shared/lib/store.ts';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { preloadLater } from '../preload.ts';
import { Live } from './live.tsx';
import { NewTextHost } from './new-text-host.tsx';
import { OwnNameHost } from './own-name-host.tsx';
import { Panel } from './panel.tsx';
import { Rail } from './rail.tsx';
import { railSetting } from './rail.store.ts';
import { SharingHost } from './sharing-host.tsx';
import { SpotlightHost } from './spotlight-host.tsx';

/** Only small windows have it; its place is held until it is there. */
const MobileBar = lazyChunk('mobile-bar', async () => (await import('./mobile-bar.tsx')).MobileBar);

const PlatformSpotlight = lazyChunk(
  'spotlight',
  async () => (await import('../spotlight.tsx')).PlatformSpotlight,
);

/** The frame around a section's screen: rail and panel, or the bar at the bottom of small windows. */
export const Frame = ({ children }: { readonly children: ReactNode }) => {
  const t = useText();
  const mobile = useMedia(media.mobile);
  const rail = useStore(railSetting);
  useRootData('beside', rail === 'shown' ? 'rail' : 'panel');
  useEffect(preloadLater, []);
  return (
    <div className="frame" data-rail={rail}>
      <a className="skip-link" href="#content">
        {t('frame.skip_to_content')}
      </a>
      {!mobile && rail === 'shown' && <Rail />}
      {!mobile && <Panel />}
      <div className="sheet" id="content" tabIndex={-1}>
        {children}
      </div>
      {mobile && (
        <Suspense fallback={<div className="mobile-bar" />}>
          <MobileBar />
        </Suspense>
      )}
      <SpotlightHost Found={PlatformSpotlight} />
      <NewTextHost />
      <SharingHost />
      <OwnNameHost />
      <Suspense fallback={null}>
        <Live />
      </Suspense>
    </div>
  );
};
