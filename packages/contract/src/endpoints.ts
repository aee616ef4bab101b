import { signIn, signOut } from './auth.ts';
import { download } from './downloads.ts';
import { browseFolder, createFolder, getItem } from './files.ts';
import { healthLive, healthReady } from './health.ts';
import { getConfig } from './settings.ts';
import { getTranslations } from './translations.ts';
import { cancelUpload, upload, uploadChunk, uploadStatus } from './uploads.ts';
import { getUser, updateUserSettings } from './users.ts';

/** Every call of the product. The server registers, documents and tests from this table. */
export const endpoints = {
  browseFolder,
  cancelUpload,
  createFolder,
  download,
  getConfig,
  getItem,
  getTranslations,
  getUser,
  healthLive,
  healthReady,
  signIn,
  signOut,
  updateUserSettings,
  upload,
  uploadChunk,
  uploadStatus,
} as const;
