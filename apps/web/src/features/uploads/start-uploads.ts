import { getConfig } from '#shared/config/config.ts';
import { mayCreateFolder } from '#shared/session/restrictions.ts';
import { session } from '#shared/session/session.ts';
import { ChunkError, loadChunk } from '#shared/ui/lazy-chunk.ts';
import { showLoadFailure } from '#shared/ui/load-failure-toast.ts';
import type { DroppedEntries } from './entries.ts';
import { mayHaveUnfinished } from './unfinished-uploads-flag.ts';
import type { UploadEngine } from './upload-engine.ts';
import { uploadPermission } from './uploads.store.ts';

let engine: Promise<UploadEngine> | undefined;

/** Loads the upload engine, which starts with the first upload and lives as long as the page. */
export const loadEngine = (): Promise<UploadEngine> => {
  engine ??= loadChunk('uploads', async () => (await import('./upload-engine.ts')).createUploadEngine());
  engine.catch(() => {
    engine = undefined;
  });
  return engine;
};

/** Offers to resume interrupted uploads, if any are stored. */
export const offerInterrupted = async (): Promise<void> => {
  if (mayHaveUnfinished()) await (await loadEngine()).interrupted.look();
};

const refuse = async (): Promise<void> => {
  const { openDisabledAlert } = await import('./upload-notices.ts');
  openDisabledAlert(getConfig().subscriptionType, uploadPermission.get().reason);
};

/**
 * Reports whether the user may upload, and may create folders if some are to come; an alert explains a refusal
 * (specification section 6).
 */
export const mayUpload = (withFolders: boolean): boolean => {
  const permission = uploadPermission.get();
  if (!permission.canUpload) void refuse();
  return permission.canUpload && (!withFolders || mayCreateFolder(permission));
};

const isLoose = ({ webkitRelativePath }: File): boolean => !webkitRelativePath;

/** Returns the entries that may be uploaded: without the permission for folders, only the files beside them. */
const permitted = (entries: DroppedEntries): DroppedEntries => {
  const files = entries.files.filter(isLoose);
  const withFolders = entries.folders.length > 0 || files.length < entries.files.length;
  if (mayUpload(withFolders)) return entries;
  return { files: uploadPermission.get().canUpload ? files : [], folders: [] };
};

const isNothing = ({ files, folders }: DroppedEntries): boolean => files.length + folders.length === 0;

/** Uploads files and folders below `parentId` (null: the top), or says why they may not be. */
export const startUploads = async (chosen: DroppedEntries, parentId: string | null): Promise<void> => {
  if (isNothing(chosen)) return;
  const entries = permitted(chosen);
  if (isNothing(entries)) return;
  try {
    const { ended } = session.get();
    const uploading = await loadEngine();
    // The user who chose the files may have signed out while the script was loading.
    if (session.get().ended === ended) await uploading.start(entries, parentId);
  } catch (error) {
    if (!(error instanceof ChunkError)) throw error;
    showLoadFailure(error);
  }
};
