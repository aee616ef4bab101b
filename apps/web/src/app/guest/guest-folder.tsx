import type { Share } from '#features/guest/visit.ts';
import { GuestFilesScreen } from '#screens/guest-files.screen.tsx';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { NewTextHost } from '../frame/new-text-host.tsx';
import { SpotlightHost } from '../frame/spotlight-host.tsx';
import { useLive } from '../frame/use-live.ts';
import { GuestFrame } from './guest-frame.tsx';
import { useUploadsAtHand } from './use-uploads-at-hand.ts';

const GuestSpotlight = lazyChunk(
  'guest-spotlight',
  async () => (await import('./guest-spotlight.tsx')).GuestSpotlight,
);

const loadLive = () => import('./guest-live.ts');

interface GuestFolderProps {
  readonly token: string;
  readonly share: Share;
  readonly folderId: string | undefined;
}

/** A shared folder with all that is around it. */
export const GuestFolder = ({ token, share, folderId }: GuestFolderProps) => {
  useLive(token, loadLive);
  useUploadsAtHand(share.attributes.permission === 'editor');
  return (
    <GuestFrame share={share}>
      <GuestFilesScreen {...{ share, folderId }} />
      <NewTextHost />
      <SpotlightHost Found={GuestSpotlight} />
    </GuestFrame>
  );
};
