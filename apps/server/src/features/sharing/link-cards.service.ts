import { en } from '@holdall/contract/messages/en';
import type { Messages } from '@holdall/contract/translations';
import type { Db } from '#db/database.ts';
import { presentItem, resolveItem } from '#features/files/index.ts';
import { findOwner, presentOwner } from '#features/links/index.ts';
import type { PageCard } from '#http/web-app.ts';
import { AppError } from '#lib/app-error.ts';
import type { GuestsService } from './guests.service.ts';

/**
 * Returns the preview card of a link's page for other sites.
 *
 * @param path of the page
 * @param words returns the messages in the card's language
 * @returns undefined if the link reveals nothing: it is locked, has ended, or its owner's account is not in use
 */
export type CardOf = (path: string, words: () => Promise<Messages>) => Promise<PageCard | undefined>;

export interface LinkCardsDeps {
  readonly db: Db;
  readonly guests: Pick<GuestsService, 'open'>;
}

const tokenOf = (path: string): string | undefined => /^\/share\/([^/]+)/.exec(path)?.[1];

export const createLinkCards = ({ db, guests }: LinkCardsDeps): CardOf => {
  const load = async (token: string) => {
    try {
      // Without the cookie, because the card's readers have not entered the password.
      const guest = await guests.open({ via: 'share', token, cookie: undefined });
      const [row, owner] = await Promise.all([
        resolveItem(db, guest, { id: guest.rootId, action: 'view' }),
        findOwner(db, guest.ownerId),
      ]);
      return { guest, row, owner };
    } catch (error) {
      // Includes an item that was just moved to the trash.
      if (error instanceof AppError) return undefined;
      throw error;
    }
  };
  return async (path, messagesOf) => {
    const token = tokenOf(path);
    const known = token === undefined ? undefined : await load(token);
    if (known === undefined) return undefined;
    const { guest, row, owner } = known;
    const { name, thumbnail } = presentItem(row, { link: guest }).data.attributes;
    const from = owner === undefined ? null : presentOwner(owner).name;
    const words = (await messagesOf())['guest.shared_by_name'] ?? en['guest.shared_by_name'];
    return {
      title: name,
      description: from === null ? undefined : words.replace('{{name}}', () => from),
      image: thumbnail?.lg,
    };
  };
};
