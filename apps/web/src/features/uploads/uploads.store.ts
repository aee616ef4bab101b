import { createStore } from '#shared/lib/store.ts';
import type { Restrictions } from '#shared/session/restrictions.ts';
import type { KeptUpload } from './kept-uploads.ts';
import type { UploadSnapshot } from './upload-snapshot.ts';

export const noUploads: UploadSnapshot = {
  entries: [],
  total: 0,
  done: 0,
  failed: 0,
  skipped: 0,
  asking: 0,
  active: false,
  offline: false,
  processing: false,
  percent: 0,
  speed: 0,
  secondsLeft: undefined,
};

/** What the queue holds, as the dock shows it. */
export const uploads = createStore<UploadSnapshot>(noUploads);

export type UploadPermission = Pick<Restrictions, 'canUpload' | 'canCreateFolder' | 'reason'>;

/** Whether the user may upload, and make folders by that, and why not, as far as the server has told. */
export const uploadPermission = createStore<UploadPermission>({
  canUpload: true,
  canCreateFolder: true,
  reason: null,
});

/** Whether those who upload may put something in and no more: neither the place nor what a clash of names leads to is theirs to say. */
export const sendOnly = createStore(false);

/** Uploads that a reload has interrupted, and that wait to be gone on with. */
export const interruptedUploads = createStore<readonly KeptUpload[]>([]);

/** Whether the dock shows its rows; undefined follows the width of the window. */
export const dockExpanded = createStore<boolean | undefined>(undefined);
