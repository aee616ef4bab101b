import { useEffect } from 'react';
import { offerInterrupted } from '#features/uploads/start-uploads.ts';
import { preloadAlert } from '#shared/ui/popup-host.tsx';
import { whenSettled } from '../preload.ts';

const load = (): void => {
  preloadAlert();
  // The code that needs them loads them again, and shows why they are missing.
  import('#features/uploads/upload-engine.ts').catch(() => undefined);
  import('#features/uploads/ui/dock-panel.tsx').catch(() => undefined);
  // No user has asked for this: on a failure it is offered another time.
  offerInterrupted().catch(() => undefined);
};

/**
 * Loads, once the page of a link is at rest, what uploading needs when the server is no longer at hand, and offers to
 * go on with what a reload has interrupted.
 *
 * @param wanted whether this page uploads
 */
export const useUploadsAtHand = (wanted: boolean): void =>
  useEffect(() => (wanted ? whenSettled(load) : undefined), [wanted]);
