import { emptyTrash, moveItems, removeItems, renameItem, restoreItems, undo } from './actions.ts';
import { signIn, signOut } from './auth.ts';
import { download, prepareZip, zip } from './downloads.ts';
import { browseFolder, createFolder, getItem } from './files.ts';
import { healthLive, healthReady } from './health.ts';
import { authorizeChannel } from './realtime.ts';
import { getConfig } from './settings.ts';
import { getStorage } from './storage.ts';
import { getThumbnail } from './thumbnails.ts';
import { getTranslations } from './translations.ts';
import { cancelUpload, upload, uploadChunk, uploadStatus } from './uploads.ts';
import { getUser, updateUserSettings } from './users.ts';
import {
  addFavourites,
  browseLatest,
  browseNavigation,
  browseShared,
  browseTrash,
  orderFavourites,
  removeFavourite,
  search,
} from './views.ts';

/** Every call of the product. The server registers, documents and tests from this table. */
export const endpoints = {
  addFavourites,
  authorizeChannel,
  browseFolder,
  browseLatest,
  browseNavigation,
  browseShared,
  browseTrash,
  cancelUpload,
  createFolder,
  download,
  emptyTrash,
  getConfig,
  getItem,
  getStorage,
  getThumbnail,
  getTranslations,
  getUser,
  healthLive,
  healthReady,
  moveItems,
  orderFavourites,
  prepareZip,
  removeFavourite,
  removeItems,
  renameItem,
  restoreItems,
  search,
  signIn,
  signOut,
  undo,
  updateUserSettings,
  upload,
  uploadChunk,
  uploadStatus,
  zip,
} as const;
