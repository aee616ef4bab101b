import './guest-frame.css';
import { useEffect, type ReactNode } from 'react';
import { OwnerCard } from '#features/guest/ui/owner-card.tsx';
import type { Share } from '#features/guest/visit.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { media, useMedia } from '#shared/lib/use-media.ts';
import { useRootData } from '#shared/lib/use-root-data.ts';
import { whenSettled } from '../preload.ts';
import { GuestBar } from './guest-bar.tsx';
import { GuestTree } from './guest-tree.tsx';

interface GuestFrameProps {
  /** Undefined as long as it is not known, or not to be. */
  readonly share?: Share;
  readonly children: ReactNode;
}

/** Loaded while there is a network; where it does not load, the page is as it would be without. */
const watchNetwork = (): (() => void) => {
  let stop: (() => void) | undefined;
  let isOver = false;
  const load = async (): Promise<void> => {
    const notice = await import('../offline-notice.ts');
    if (!isOver) stop = notice.watchNetwork();
  };
  const stopWaiting = whenSettled(() => void load().catch(() => undefined));
  return () => {
    isOver = true;
    stopWaiting();
    stop?.();
  };
};

/** The frame around a page of a link; beside a folder it shows the tree and who shares it. */
export const GuestFrame = ({ share, children }: GuestFrameProps) => {
  const t = useText();
  const mobile = useMedia(media.mobile);
  useEffect(watchNetwork, []);
  const isFolder = share?.relationships.item.data.type === 'folder';
  useRootData('beside', isFolder ? 'folder' : undefined);
  return (
    <div className="guest">
      {isFolder && (
        <a className="skip-link" href="#content">
          {t('frame.skip_to_content')}
        </a>
      )}
      <GuestBar share={share} />
      <div className="guest-body">
        {isFolder && !mobile && (
          <aside className="guest-side" aria-label={t('tree.title')}>
            <GuestTree />
            <OwnerCard share={share} />
          </aside>
        )}
        {share ? (
          <div className="sheet" id="content" tabIndex={-1}>
            {children}
          </div>
        ) : (
          children
        )}
      </div>
    </div>
  );
};
