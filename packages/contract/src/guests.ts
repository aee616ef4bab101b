/** Calls of guests who have a link: the calls of signed-in people with the link's token in their path. */
import { z } from 'zod';
import { createFolder, browseFolder, getItem, item } from './files.ts';
import { copyItems, moveItems, removeItems, renameItem, undo } from './actions.ts';
import { download, prepareZip, zip } from './downloads.ts';
import { guestEndpoints } from './guests.endpoints.ts';
import { endpoint } from './endpoint.ts';
import { itemTypes } from './choices.ts';
import { givenLinkPassword, linkOwner, linkToken, sharePermission } from './share-link.ts';
import { getThumbnail } from './thumbnails.ts';
import { uploadBatch } from './upload-batch.ts';
import { cancelUpload, upload, uploadChunk, uploadStatus } from './uploads.ts';
import { restrictions } from './users.ts';
import { browseNavigation, search } from './listings.ts';
import { downloadVersion, listVersions, restoreVersion } from './versions.ts';

const byToken = z.strictObject({ token: linkToken });
const linkErrors = ['share.not_found', 'share.expired', 'share.locked', 'share.unavailable'] as const;
/** Properties that turn a call of signed-in people into one of guests. */
const byLink = { access: 'link', via: 'share', tag: 'Links' } as const;
/** The same of links that let people edit. */
const byEditorLink = { ...byLink, edits: true } as const;
const editorErrors = [...linkErrors, 'share.forbidden', 'share.root'] as const;
const countedErrors = [...linkErrors, 'share.exhausted'] as const;

/** A link as its guests see it. */
export const openedShare = z.object({
  data: z.object({
    type: z.literal('share'),
    attributes: z.object({
      token: linkToken,
      /** The name of its channel at another realtime service: it does not open the link. */
      channel: z.string(),
      permission: sharePermission,
      protected: z.boolean(),
      expires_at: z.iso.datetime().nullable(),
      /** Downloads that are left; null: as many as one likes. */
      downloads_left: z.number().int().nullable(),
    }),
    relationships: z.object({
      /** The shared item. Nothing above it is told. */
      item,
      owner: z.object({ data: z.object({ attributes: linkOwner }) }),
    }),
    meta: z.object({ restrictions: restrictions.omit({ reason: true }) }),
  }),
});
export type OpenedShare = z.output<typeof openedShare>;

export const openShare = endpoint({
  ...byLink,
  ...guestEndpoints.openShare,
  summary: 'What a link leads to, and what it allows. Begins a visit.',
  params: byToken,
  answers: { 200: openedShare },
  errors: linkErrors,
});

export const unlockShare = endpoint({
  ...guestEndpoints.unlockShare,
  frees: true,
  access: 'public',
  tag: 'Links',
  summary: 'Enter the password of a link; sets a cookie that is good for this link alone.',
  params: byToken,
  body: z.strictObject({ password: givenLinkPassword }),
  bodyKind: 'json',
  bodyLimit: 16 * 1024,
  answers: { 200: z.object({ data: z.object({ type: z.enum(itemTypes) }) }) },
  errors: [
    'share.not_found',
    'share.expired',
    'share.unavailable',
    'share.wrong_password',
    'limit.too_many',
    'request.cross_site',
  ],
});

export const browseSharedFolder = endpoint({
  ...browseFolder,
  ...byLink,
  ...guestEndpoints.browseSharedFolder,
  summary: 'List a folder of a link; `root` is the shared folder itself.',
  params: browseFolder.params.extend({ token: linkToken }),
  errors: [...browseFolder.errors, ...linkErrors],
});

export const browseSharedNavigation = endpoint({
  ...browseNavigation,
  ...byLink,
  ...guestEndpoints.browseSharedNavigation,
  summary: 'The folders below the shared folder: two levels, or with `parent_id` those of one.',
  params: byToken,
  errors: [...browseNavigation.errors, ...linkErrors],
});

export const getSharedItem = endpoint({
  ...getItem,
  ...byLink,
  ...guestEndpoints.getSharedItem,
  params: getItem.params.extend({ token: linkToken }),
  errors: [...getItem.errors, ...linkErrors],
});

export const searchShare = endpoint({
  ...search,
  ...byLink,
  ...guestEndpoints.searchShare,
  summary: 'Find folders and files by name below the shared folder; best first.',
  params: byToken,
  errors: [...linkErrors, 'limit.too_many'],
});

export const downloadShared = endpoint({
  ...download,
  ...byLink,
  ...guestEndpoints.downloadShared,
  params: download.params.extend({ token: linkToken }),
  errors: [...download.errors, ...countedErrors],
});

export const getSharedThumbnail = endpoint({
  ...getThumbnail,
  ...byLink,
  ...guestEndpoints.getSharedThumbnail,
  params: getThumbnail.params.extend({ token: linkToken }),
  errors: [...getThumbnail.errors, ...countedErrors],
});

export const zipShared = endpoint({
  ...zip,
  ...byLink,
  ...guestEndpoints.zipShared,
  params: byToken,
  errors: [...zip.errors, ...countedErrors, 'limit.too_many'],
});

export const prepareSharedZip = endpoint({
  ...prepareZip,
  ...byLink,
  ...guestEndpoints.prepareSharedZip,
  params: byToken,
  errors: [...prepareZip.errors, ...countedErrors, 'limit.too_many'],
});

export const createSharedFolder = endpoint({
  ...createFolder,
  ...byEditorLink,
  ...guestEndpoints.createSharedFolder,
  params: byToken,
  errors: [...createFolder.errors, ...editorErrors],
});

export const renameSharedItem = endpoint({
  ...renameItem,
  ...byEditorLink,
  ...guestEndpoints.renameSharedItem,
  params: renameItem.params.extend({ token: linkToken }),
  errors: [...renameItem.errors, ...editorErrors],
});

export const moveSharedItems = endpoint({
  ...moveItems,
  ...byEditorLink,
  ...guestEndpoints.moveSharedItems,
  params: byToken,
  errors: [...moveItems.errors, ...editorErrors],
});

export const copySharedItems = endpoint({
  ...copyItems,
  ...byEditorLink,
  ...guestEndpoints.copySharedItems,
  params: byToken,
  errors: [...copyItems.errors, ...editorErrors],
});

export const removeSharedItems = endpoint({
  ...removeItems,
  ...byEditorLink,
  ...guestEndpoints.removeSharedItems,
  summary: 'Move items of a link to the trash of their owner: all or none. Nothing is deleted for good.',
  params: byToken,
  errors: [...removeItems.errors, ...editorErrors],
});

export const undoShared = endpoint({
  ...undo,
  ...byEditorLink,
  ...guestEndpoints.undoShared,
  summary: 'Take back what was done in this visit.',
  params: byToken,
  errors: [...undo.errors, ...editorErrors],
});

export const uploadShared = endpoint({
  ...upload,
  ...byEditorLink,
  ...guestEndpoints.uploadShared,
  params: byToken,
  errors: [...upload.errors, ...editorErrors],
});

export const uploadSharedBatch = endpoint({
  ...uploadBatch,
  ...byEditorLink,
  ...guestEndpoints.uploadSharedBatch,
  params: byToken,
  errors: [...uploadBatch.errors, ...editorErrors],
});

export const uploadSharedChunk = endpoint({
  ...uploadChunk,
  ...byEditorLink,
  ...guestEndpoints.uploadSharedChunk,
  params: byToken,
  errors: [...uploadChunk.errors, ...editorErrors],
});

export const sharedUploadStatus = endpoint({
  ...uploadStatus,
  ...byEditorLink,
  ...guestEndpoints.sharedUploadStatus,
  params: uploadStatus.params.extend({ token: linkToken }),
  errors: [...uploadStatus.errors, ...editorErrors],
});

export const cancelSharedUpload = endpoint({
  ...cancelUpload,
  ...byEditorLink,
  ...guestEndpoints.cancelSharedUpload,
  params: cancelUpload.params.extend({ token: linkToken }),
  errors: ['upload.not_found', ...editorErrors],
});

export const listSharedVersions = endpoint({
  ...listVersions,
  ...byEditorLink,
  ...guestEndpoints.listSharedVersions,
  summary: 'The earlier contents of a file that were stored through this link, newest first.',
  params: listVersions.params.extend({ token: linkToken }),
  errors: [...listVersions.errors, ...editorErrors],
});

export const downloadSharedVersion = endpoint({
  ...downloadVersion,
  ...byEditorLink,
  ...guestEndpoints.downloadSharedVersion,
  params: downloadVersion.params.extend({ token: linkToken }),
  errors: [...downloadVersion.errors, ...editorErrors, 'share.exhausted'],
});

export const restoreSharedVersion = endpoint({
  ...restoreVersion,
  ...byEditorLink,
  ...guestEndpoints.restoreSharedVersion,
  params: restoreVersion.params.extend({ token: linkToken }),
  errors: [...restoreVersion.errors, ...editorErrors],
});

/** The part of the endpoint table that stands here. */
export const guestsTable = {
  browseSharedFolder,
  browseSharedNavigation,
  cancelSharedUpload,
  copySharedItems,
  createSharedFolder,
  downloadShared,
  downloadSharedVersion,
  getSharedItem,
  getSharedThumbnail,
  listSharedVersions,
  moveSharedItems,
  openShare,
  prepareSharedZip,
  removeSharedItems,
  renameSharedItem,
  restoreSharedVersion,
  searchShare,
  sharedUploadStatus,
  undoShared,
  unlockShare,
  uploadShared,
  uploadSharedBatch,
  uploadSharedChunk,
  zipShared,
};
