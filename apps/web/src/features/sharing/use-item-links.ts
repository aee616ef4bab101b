import type { Share } from '@holdall/contract/share-link';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isCollection } from './collection-item.ts';
import { itemLinksQuery } from './sharing.queries.ts';
import type { SharedItem } from './sharing.store.ts';

type Link = Share['data'];

/** The link that stands for an item: its first one, which tells how many there are and what guests did by any of them. */
const standingFor = (links: readonly Link[]): Share | null => {
  const [first] = links;
  if (first === undefined) return null;
  if (links.length === 1 && first.attributes.links === undefined) return { data: first };
  const unseen = links.reduce((sum, { attributes }) => sum + attributes.unseen, 0);
  const edits = links.some(({ attributes }) => attributes.permission === 'editor');
  return { data: { ...first, attributes: { ...first.attributes, links: links.length, edits, unseen } } };
};

const firstOf = ([first]: readonly Link[]): Share | undefined => first && { data: first };

interface ItemLinks {
  /** Empty as long as the item has one link at the most, or they are not known yet. */
  readonly links: readonly Link[];
  /** Notes a link that was made or changed. */
  readonly keep: (link: Share) => void;
  /** Notes that a link has ended. @returns the link that is left to show; undefined where none is */
  readonly drop: (token: string) => Promise<Share | undefined>;
  /** Asks the server for the links. @returns the first one; undefined where there is none */
  readonly find: () => Promise<Share | undefined>;
}

/**
 * The links of an item that has several. Such an item is listed with its first link, whichever of them changes.
 *
 * @param onChanged called with the link that stands for the item now, or null
 */
export const useItemLinks = (item: SharedItem, onChanged: (link: Share | null) => void): ItemLinks => {
  const client = useQueryClient();
  const { shared } = item.relationships;
  const [isAsked, setAsked] = useState((shared?.data.attributes.links ?? 1) > 1);
  const query = itemLinksQuery(item.id);
  const { queryKey } = query;
  const { data } = useQuery({ ...query, enabled: isAsked });
  /** Returns the links; undefined where the item has several that are not loaded yet. */
  const known = (): readonly Link[] | undefined =>
    client.getQueryData(queryKey) ??
    (isAsked ? undefined : shared && !isCollection(shared) ? [shared.data] : []);
  const note = (links: readonly Link[]): void => {
    void client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, [...links]);
    if (links.length > 1) setAsked(true);
    onChanged(standingFor(links));
  };
  const find = async (): Promise<readonly Link[]> => {
    // Its answer may be older than what has just changed.
    await client.cancelQueries({ queryKey });
    const links = await client.query({ ...query, staleTime: 0 });
    note(links);
    return links;
  };
  return {
    links: (data?.length ?? 0) > 1 ? (data ?? []) : [],
    keep: ({ data: link }) => {
      const links = known();
      // A list that fails to load is asked for by the next change.
      if (!links) return void find().catch(() => undefined);
      const { token } = link.attributes;
      const isKnown = links.some(({ attributes }) => attributes.token === token);
      note(isKnown ? links.map((one) => (one.attributes.token === token ? link : one)) : [...links, link]);
    },
    drop: async (token) => {
      const links = known() ?? (await find().catch(() => []));
      const left = links.filter(({ attributes }) => attributes.token !== token);
      note(left);
      return firstOf(left);
    },
    find: async () => firstOf(await find()),
  };
};
