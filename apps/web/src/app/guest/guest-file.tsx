import type { Share } from '#features/guest/visit.ts';
import { GuestFileScreen } from '#screens/guest-file.screen.tsx';
import { useLive } from '../frame/use-live.ts';
import { GuestFrame } from './guest-frame.tsx';

const loadLive = () => import('./guest-live.ts');

/** A shared file with all that is around it. */
export const GuestFile = ({ token, share }: { readonly token: string; readonly share: Share }) => {
  useLive(token, loadLive);
  return (
    <GuestFrame share={share}>
      <GuestFileScreen share={share} />
    </GuestFrame>
  );
};
