import { text } from '#shared/i18n/messages.ts';
import { openAlert } from '#shared/ui/alert.ts';
import type { Entry } from './entry.ts';

export interface DownloadPermission {
  readonly canDownload: boolean;
  /** Why not, in the administrator's words. */
  readonly reason: string | null;
}

/** The address that answers a file as an attachment. */
export const downloadAddress = (fileUrl: string): string =>
  `${fileUrl}${fileUrl.includes('?') ? '&' : '?'}download`;

/** Hands what an address answers to the browser's downloads; without a name the server gives it one. */
export const saveAs = (address: string, name = ''): void => {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
};

/** Whether this user may download; an alert says why not (specification section 6). */
export const mayDownload = ({ canDownload, reason }: DownloadPermission): boolean => {
  if (!canDownload)
    openAlert({
      title: text('files.download_disabled.title'),
      message: reason ?? text('files.download_disabled.message'),
    });
  return canDownload;
};

/** Hands a file to the browser's downloads, or says why this user may not have it. */
export const download = ({ attributes }: Entry, permission: DownloadPermission): void => {
  const { file_url: fileUrl, name } = attributes;
  if (mayDownload(permission) && fileUrl) saveAs(downloadAddress(fileUrl), name);
};
