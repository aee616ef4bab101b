import type { User } from '@holdall/contract/users';
import { text } from '#shared/i18n/messages.ts';
import { openAlert } from '#shared/ui/alert.ts';

/** Rights that an administrator has taken from a user, and why. */
export type Restrictions = User['data']['meta']['restrictions'];

export type DownloadPermission = Pick<Restrictions, 'canDownload' | 'reason'>;

/** Tells whether this user may download; an alert says why not (specification section 6). */
export const mayDownload = ({ canDownload, reason }: DownloadPermission): boolean => {
  if (!canDownload)
    openAlert({
      title: text('files.download_disabled.title'),
      message: reason ?? text('files.download_disabled.message'),
    });
  return canDownload;
};

/** Tells whether this user may make folders; an alert says why not (specification section 6). */
export const mayCreateFolder = ({
  canCreateFolder,
  reason,
}: Pick<Restrictions, 'canCreateFolder' | 'reason'>): boolean => {
  if (!canCreateFolder)
    openAlert({
      title: text('new_folder.disabled.title'),
      message: reason ?? text('new_folder.disabled.message'),
    });
  return canCreateFolder;
};
