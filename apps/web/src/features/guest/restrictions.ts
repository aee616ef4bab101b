import type { OpenedShare } from '@holdall/contract/guests';
import { text } from '#shared/i18n/messages.ts';
import { mayDownload, type Restrictions } from '#shared/session/restrictions.ts';
import { openAlert } from '#shared/ui/alert.ts';

/** Whether a link has been downloaded from as often as it allows. */
export const isUsedUp = ({ attributes }: Pick<OpenedShare['data'], 'attributes'>): boolean =>
  attributes.downloads_left === 0;

/** What guests of a link are kept from: what its owner is, and what the link does not allow. */
export const restrictionsOf = ({ attributes, meta }: OpenedShare['data']): Restrictions => {
  const isEditor = attributes.permission === 'editor';
  const { canUpload, canDownload, canCreateFolder } = meta.restrictions;
  return {
    canUpload: canUpload && isEditor,
    canCreateFolder: canCreateFolder && isEditor,
    canDownload,
    reason: text('guest.ask_owner'),
  };
};

/** Whether anything can be downloaded by this link; an alert says why not. */
export const givesDownloads = (share: OpenedShare['data']): boolean => {
  if (!mayDownload(restrictionsOf(share))) return false;
  if (isUsedUp(share))
    openAlert({ title: text('guest.downloads_none'), message: text('errors.share.exhausted') });
  return !isUsedUp(share);
};
