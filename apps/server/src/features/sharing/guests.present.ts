import type { OpenedShare } from '@holdall/contract/guests';
import { avatarOf } from '@holdall/contract/pictures';
import type { LinkOwner } from '@holdall/contract/shares';
import { presentItem } from '#features/files/index.ts';
import type { ShareWithOwner } from '#features/links/index.ts';
import type { OpenedFacts, OwnerFacts } from './guests.types.ts';

/** Never the address: a link is passed on. */
export const presentOwner = (owner: OwnerFacts): LinkOwner => {
  const name = `${owner.first_name} ${owner.last_name}`.trim();
  return { name: name === '' ? null : name, avatar: avatarOf(owner.avatar_id), color: owner.color };
};

const leftOf = ({ download_limit: limit, downloads }: ShareWithOwner): number | null =>
  limit === null ? null : Math.max(0, limit - downloads);

export const presentOpened = ({ guest, share, item, owner }: OpenedFacts): OpenedShare => ({
  data: {
    type: 'share',
    attributes: {
      token: share.token,
      permission: share.permission,
      protected: share.password_hash !== null,
      expires_at: share.expires_at === null ? null : new Date(share.expires_at).toISOString(),
      downloads_left: leftOf(share),
    },
    relationships: {
      item: presentItem(item, { link: guest }),
      owner: { data: { attributes: presentOwner(owner) } },
    },
    meta: {
      restrictions: {
        canUpload: guest.canUpload,
        canDownload: guest.canDownload,
        canCreateFolder: guest.canCreateFolder,
      },
    },
  },
});
