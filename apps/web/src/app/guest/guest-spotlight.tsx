import { useQuery } from '@tanstack/react-query';
import { restrictionsOf } from '#features/guest/restrictions.ts';
import { shareQuery } from '#features/guest/visit.ts';
import { closeSpotlight } from '#features/spotlight/spotlight.store.ts';
import { Spotlight } from '#features/spotlight/ui/spotlight.tsx';
import { filesTop } from '#shared/paths/paths.ts';
import { mayCreateFolder } from '#shared/session/restrictions.ts';
import { madeWith, showShortcuts, useAddingActions, useViewActions } from '../spotlight-actions.tsx';
import { spotlightPopup } from '../spotlight.store.ts';
import { useGuestFolder, useToken } from './guest-place.ts';

/** Searches below the shared folder. */
export const GuestSpotlight = () => {
  const share = useQuery(shareQuery(useToken())).data;
  const folder = useGuestFolder() ?? filesTop()?.id ?? null;
  const isEditor = share?.attributes.permission === 'editor';
  const newFolder = (name?: string): void => {
    if (share && mayCreateFolder(restrictionsOf(share)))
      spotlightPopup.set({ kind: 'new-folder', name, parentId: folder });
  };
  const adding = useAddingActions({ folder, newFolder });
  const viewing = useViewActions();
  return (
    <Spotlight
      pages={[]}
      made={isEditor ? madeWith(newFolder) : () => []}
      actions={isEditor ? [...adding, ...viewing] : viewing}
      onShortcuts={showShortcuts}
      onClose={closeSpotlight}
    />
  );
};
