import './frame.css';
import { Suspense, useEffect, type ReactNode } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { media, useMedia } from '#shared/lib/use-media.ts';
import { useStore } from '#shared/lib/store.ts';
import { preloadLater } from '../preload.ts';
import { Live } from './live.tsx';
import { MobileBar } from './mobile-bar.tsx';
import { Panel } from './panel.tsx';
import { Rail } from './rail.tsx';
import { railSetting } from './rail.store.ts';
import { RequestsHost } from './requests-host.tsx';
import { SharingHost } from './sharing-host.tsx';
import { SpotlightHost } from './spotlight-host.tsx';

/** What stands around a section's screen: rail and panel, or the bar at the bottom of small windows. */
export const Frame = ({ children }: { readonly children: ReactNode }) => {
  const t = useText();
  const mobile = useMedia(media.mobile);
  const rail = useStore(railSetting);
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
      {mobile && <MobileBar />}
      <SpotlightHost />
      <RequestsHost />
      <SharingHost />
      <Suspense fallback={null}>
        <Live />
      </Suspense>
    </div>
  );
};
