import { mayDownload, type DownloadPermission } from '#shared/session/restrictions.ts';
import { text } from '#shared/i18n/messages.ts';
import { openAlert } from '#shared/ui/alert.ts';
import type { Entry } from './entry.ts';

/** The address that answers a file as an attachment. */
export const downloadAddress = (fileUrl: string): string =>
  `${fileUrl}${fileUrl.includes('?') ? '&' : '?'}download`;

/** Nothing of this page hears how the browser's downloads go. */
let ask = (save: () => void): void => save();

/** Has every download of this page wait for what is to be asked first. */
export const askBeforeDownloads = (other: typeof ask): void => {
  ask = other;
};

/** Hands what an address answers to the browser's downloads; without a name the server gives it one. */
export const saveAs = (address: string, name = ''): void =>
  ask(() => {
    const link = document.createElement('a');
    link.href = address;
    link.download = name;
    link.click();
  });

/** Hands a file to the browser's downloads, or says why this user may not have it, or nobody can. */
export const download = ({ attributes }: Entry, permission: DownloadPermission): void => {
  const { file_url: fileUrl, name, damaged_at: damagedAt } = attributes;
  if (damagedAt !== undefined) {
    openAlert({ title: text('preview.damaged.title'), message: text('errors.item.damaged') });
    return;
  }
  if (mayDownload(permission) && fileUrl) saveAs(downloadAddress(fileUrl), name);
};
