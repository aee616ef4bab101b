import { avatarOf } from '@holdall/contract/images';
import type { LinkOwner, Share } from '@holdall/contract/shares';
import type { ShareRow } from '#db/tables/links.ts';
import type { OwnerFacts } from './links.types.ts';

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Returns the owner's name; empty if they have none. */
export const nameOf = (owner: Pick<OwnerFacts, 'first_name' | 'last_name'> | undefined): string =>
  owner === undefined ? '' : `${owner.first_name} ${owner.last_name}`.trim();

/** Presents an owner without the e-mail, because links are passed on. */
export const presentOwner = (owner: OwnerFacts): LinkOwner => {
  const name = nameOf(owner);
  return { name: name === '' ? null : name, avatar: avatarOf(owner.avatar_id), color: owner.color };
};

/** Returns the URL of a link. @param origin the application's public origin */
export const shareUrl = (origin: string, token: string): string => `${origin}/share/${token}`;

/** Presents a link for its owner. @param links the live links to the item, where they are known */
export const presentShare = (
  row: ShareRow,
  origin: string,
  links?: readonly Pick<ShareRow, 'permission'>[],
): Share => ({
  data: {
    id: row.id,
    type: 'share',
    attributes: {
      token: row.token,
      item_id: row.item_id,
      name: row.name,
      label: row.label,
      permission: row.permission,
      protected: row.password_hash !== null,
      expires_at: row.expires_at === null ? null : iso(row.expires_at),
      expiration: row.expiration,
      download_limit: row.download_limit,
      downloads: row.downloads,
      visits: row.visits,
      url: shareUrl(origin, row.token),
      created_at: iso(row.created_at),
      unseen: row.unseen,
      ...(links === undefined
        ? {}
        : { links: links.length, edits: links.some(({ permission }) => permission === 'editor') }),
    },
  },
});
