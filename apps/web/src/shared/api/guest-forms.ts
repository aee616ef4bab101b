import { appEndpoints } from '@holdall/contract/app.endpoints';
import type { Route } from '@holdall/contract/endpoint';
import { fileRequestEndpoints } from '@holdall/contract/file-requests.endpoints';
import { guestEndpoints } from '@holdall/contract/guests.endpoints';
import { itemEndpoints } from '@holdall/contract/items.endpoints';
import type { GuestCalls } from './client.ts';

/** Calls of people with an account, and their counterparts for guests. */
export type GuestForms = ReadonlyMap<Route, Route>;

/** The forms for guests of a link to an item. */
export const linkForms: GuestForms = new Map<Route, Route>([
  [appEndpoints.browseFolder, guestEndpoints.browseSharedFolder],
  [appEndpoints.getItem, guestEndpoints.getSharedItem],
  [itemEndpoints.browseNavigation, guestEndpoints.browseSharedNavigation],
  [itemEndpoints.cancelUpload, guestEndpoints.cancelSharedUpload],
  [itemEndpoints.copyItems, guestEndpoints.copySharedItems],
  [itemEndpoints.createFolder, guestEndpoints.createSharedFolder],
  [itemEndpoints.listVersions, guestEndpoints.listSharedVersions],
  [itemEndpoints.downloadVersion, guestEndpoints.downloadSharedVersion],
  [itemEndpoints.moveItems, guestEndpoints.moveSharedItems],
  [itemEndpoints.prepareZip, guestEndpoints.prepareSharedZip],
  [itemEndpoints.removeItems, guestEndpoints.removeSharedItems],
  [itemEndpoints.renameItem, guestEndpoints.renameSharedItem],
  [itemEndpoints.restoreVersion, guestEndpoints.restoreSharedVersion],
  [itemEndpoints.search, guestEndpoints.searchShare],
  [itemEndpoints.undo, guestEndpoints.undoShared],
  [itemEndpoints.upload, guestEndpoints.uploadShared],
  [itemEndpoints.uploadBatch, guestEndpoints.uploadSharedBatch],
  [itemEndpoints.uploadChunk, guestEndpoints.uploadSharedChunk],
  [itemEndpoints.uploadStatus, guestEndpoints.sharedUploadStatus],
  [itemEndpoints.zip, guestEndpoints.zipShared],
]);

/** The forms for people who are asked for files. */
export const fileRequestForms: GuestForms = new Map<Route, Route>([
  [itemEndpoints.cancelUpload, fileRequestEndpoints.cancelRequestedUpload],
  [itemEndpoints.upload, fileRequestEndpoints.uploadRequested],
  [itemEndpoints.uploadBatch, fileRequestEndpoints.uploadRequestedBatch],
  [itemEndpoints.uploadChunk, fileRequestEndpoints.uploadRequestedChunk],
  [itemEndpoints.uploadStatus, fileRequestEndpoints.requestedUploadStatus],
]);

/** Returns how a page of a link makes the calls that have a form for its guests. */
export const formsFor = (forms: GuestForms, token: string): GuestCalls['formOf'] => {
  const path = ({ path }: Route) => path.replace('{token}', encodeURIComponent(token)) as Route['path'];
  return (route) => {
    const form = forms.get(route);
    return form && { ...form, path: path(form) };
  };
};
