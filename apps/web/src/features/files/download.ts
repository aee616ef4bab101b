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

/** Hands a file to the browser's downloads, or says why this user may not have it (specification section 6). */
export const download = (entry: Entry, { canDownload, reason }: DownloadPermission): void => {
  const { file_url: fileUrl, name } = entry.attributes;
  if (!canDownload) {
    openAlert({
      title: text('files.download_disabled.title'),
      message: reason ?? text('files.download_disabled.message'),
    });
    return;
  }
  if (!fileUrl) return;
  const link = document.createElement('a');
  link.href = downloadAddress(fileUrl);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
};
