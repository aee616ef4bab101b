import type { OpenedShare } from '@holdall/contract/guests';
import { text } from '#shared/i18n/messages.ts';
import { mayDownload, type Restrictions } from '#shared/session/restrictions.ts';
import { openAlert } from '#shared/ui/alert.ts';

/** Reports whether a link has reached its download limit. */
export const isUsedUp = ({ attributes }: Pick<OpenedShare['data'], 'attributes'>): boolean =>
  attributes.downloads_left === 0;

/** Returns the restrictions of a link's guests: those of its owner and those of the link. */
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

/** Reports whether the link allows downloads; an alert explains a refusal. */
export const givesDownloads = (share: OpenedShare['data']): boolean => {
  if (!mayDownload(restrictionsOf(share))) return false;
  if (isUsedUp(share))
    openAlert({ title: text('guest.downloads_none'), message: text('errors.share.exhausted') });
  return !isUsedUp(share);
};
