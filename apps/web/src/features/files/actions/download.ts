import { mayDownload, type DownloadPermission } from '#shared/session/restrictions.ts';
import { text } from '#shared/i18n/messages.ts';
import { openAlert } from '#shared/ui/alert.ts';
import type { Entry } from '../entry.ts';

/** Returns the address that answers a file as an attachment. */
export const downloadAddress = (fileUrl: string): string =>
  `${fileUrl}${fileUrl.includes('?') ? '&' : '?'}download`;

/** Runs a download. The page receives no events about the browser's downloads. */
let ask = (save: () => void): void => save();

/** Makes every download of this page wait for a question first. */
export const askBeforeDownloads = (other: typeof ask): void => {
  ask = other;
};

/** Passes an address to the browser's downloads; without a name the server names the file. */
export const saveAs = (address: string, name = ''): void =>
  ask(() => {
    const link = document.createElement('a');
    link.href = address;
    link.download = name;
    link.click();
  });

/** Passes a file to the browser's downloads, or says why it is not available. */
export const download = ({ attributes }: Entry, permission: DownloadPermission): void => {
  const { file_url: fileUrl, name, damaged_at: damagedAt } = attributes;
  if (damagedAt !== undefined) {
    openAlert({ title: text('preview.damaged.title'), message: text('errors.item.damaged') });
    return;
  }
  if (mayDownload(permission) && fileUrl) saveAs(downloadAddress(fileUrl), name);
};
