import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { itemQuery } from '#features/files/cache/files.queries.ts';
import { endedQuery } from '#features/sharing/sharing.queries.ts';
import { sharingPopup } from '#features/sharing/sharing.store.ts';
import { currentLocation, navigate } from '#shared/router/location.ts';

interface ChangedLink {
  readonly token: string;
  readonly name: string | null;
}

/** The link to an item: the one that leads there, else the last that did. */
const findLink = async (client: QueryClient, itemId: string): Promise<ChangedLink | undefined> => {
  // The item may be gone, or belong to somebody else than the reader of the mail.
  const item = await client.query({ ...itemQuery(itemId), staleTime: 0 }).catch(() => undefined);
  const shared = item?.data.relationships.shared;
  if (item && shared) return { token: shared.data.attributes.token, name: item.data.attributes.name };
  const { links } = await client.query({ ...endedQuery, staleTime: 0 });
  return links.find(({ attributes }) => attributes.item_id === itemId)?.attributes;
};

/** Opens the changes of guests, once, on the page of the item that a mail leads to (`?changes=`). */
export const useMailedChanges = (search: string): void => {
  const client = useQueryClient();
  const itemId = new URLSearchParams(search).get('changes');
  useEffect(() => {
    if (itemId === null) return;
    const { pathname, search: here } = currentLocation();
    const query = new URLSearchParams(here);
    query.delete('changes');
    navigate(query.size > 0 ? `${pathname}?${query}` : pathname, { replace: true });
    findLink(client, itemId).then(
      (link) => link && sharingPopup.set({ about: 'news', token: link.token, name: link.name }),
      // The page itself reports its failures.
      () => undefined,
    );
  }, [client, itemId]);
};
