import { createStore } from '#shared/lib/store.ts';
import type { Restrictions } from '#shared/session/restrictions.ts';
import type { UnfinishedUpload } from './unfinished-uploads.ts';
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

/** The state of the queue, as the dock shows it. */
export const uploads = createStore<UploadSnapshot>(noUploads);

export type UploadPermission = Pick<Restrictions, 'canUpload' | 'canCreateFolder' | 'reason'>;

/**
 * The user's permission to upload and to create folders, and the reason for a refusal, as last reported by the server.
 */
export const uploadPermission = createStore<UploadPermission>({
  canUpload: true,
  canCreateFolder: true,
  reason: null,
});

/** True where users may only send files: they choose neither the destination nor the action on a name conflict. */
export const sendOnly = createStore(false);

/** Uploads that a reload has interrupted, and that wait to be resumed. */
export const interruptedUploads = createStore<readonly UnfinishedUpload[]>([]);

/** True if the dock shows its rows; undefined follows the width of the window. */
export const dockExpanded = createStore<boolean | undefined>(undefined);
