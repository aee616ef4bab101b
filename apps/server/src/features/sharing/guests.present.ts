import type { OpenedShare } from '@holdall/contract/guests';
import { presentItem } from '#features/files/index.ts';
import { presentOwner, type ShareWithOwner } from '#features/links/index.ts';
import { linkChannel } from '#lib/link-channel.ts';
import type { OpenedFacts } from './guests.types.ts';

const leftOf = ({ download_limit: limit, downloads }: ShareWithOwner): number | null =>
  limit === null ? null : Math.max(0, limit - downloads);

export const presentOpened = ({ guest, share, item, owner }: OpenedFacts): OpenedShare => ({
  data: {
    type: 'share',
    attributes: {
      token: share.token,
      channel: linkChannel(share.token),
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
