import { createStore } from '#shared/lib/store.ts';
import type { UploadSnapshot } from './upload-snapshot.ts';

export const noUploads: UploadSnapshot = {
  entries: [],
  total: 0,
  done: 0,
  failed: 0,
  active: false,
  offline: false,
  processing: false,
  percent: 0,
  speed: 0,
  secondsLeft: undefined,
};

/** What the queue holds, as the dock shows it. */
export const uploads = createStore<UploadSnapshot>(noUploads);

/** Whether the user may upload here, and why not, as far as the server has told. */
export const uploadPermission = createStore<{ readonly canUpload: boolean; readonly reason: string | null }>({
  canUpload: true,
  reason: null,
});

/** Whether the dock shows its rows; undefined follows the width of the window. */
export const dockExpanded = createStore<boolean | undefined>(undefined);
