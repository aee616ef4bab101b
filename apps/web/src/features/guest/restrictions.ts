import type { OpenedShare } from '@holdall/contract/guests';
import { text } from '#shared/i18n/messages.ts';
import type { Restrictions } from '#shared/session/restrictions.ts';

/** What guests of a link are kept from: what its owner is, and what the link does not allow (anymore). */
export const restrictionsOf = ({ attributes, meta }: OpenedShare['data']): Restrictions => {
  const isEditor = attributes.permission === 'editor';
  const isExhausted = attributes.downloads_left === 0;
  const { canUpload, canDownload, canCreateFolder } = meta.restrictions;
  return {
    canUpload: canUpload && isEditor,
    canCreateFolder: canCreateFolder && isEditor,
    canDownload: canDownload && !isExhausted,
    reason: text(canDownload && isExhausted ? 'errors.share.exhausted' : 'guest.ask_owner'),
  };
};
