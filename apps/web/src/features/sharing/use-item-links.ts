import type { Share } from '@holdall/contract/share-link';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isCollection } from './collection-item.ts';
import { itemLinksQuery } from './sharing.queries.ts';
import type { SharedItem } from './sharing.store.ts';

type Link = Share['data'];

/** The link that stands for an item: its first one, which tells how many there are. */
const firstOf = (links: readonly Link[]): Share | null => {
  const [first] = links;
  if (first === undefined) return null;
  const isOnly = links.length === 1 && first.attributes.links === undefined;
  return { data: isOnly ? first : { ...first, attributes: { ...first.attributes, links: links.length } } };
};

interface ItemLinks {
  /** Empty as long as the item has one link at the most, or they are not known yet. */
  readonly links: readonly Link[];
  /** Notes a link that was made or changed. */
  readonly keep: (link: Share) => void;
  /** Notes that a link has ended. @returns the link that is left to show; undefined where none is */
  readonly drop: (token: string) => Share | undefined;
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
  const { data } = useQuery({ ...query, enabled: isAsked });
  const known = (): readonly Link[] =>
    client.getQueryData(query.queryKey) ?? (shared && !isCollection(shared) ? [shared.data] : []);
  const note = (links: readonly Link[]): void => {
    void client.cancelQueries({ queryKey: query.queryKey });
    client.setQueryData(query.queryKey, [...links]);
    onChanged(firstOf(links));
  };
  return {
    links: (data?.length ?? 0) > 1 ? (data ?? []) : [],
    keep: ({ data: link }) => {
      const links = known();
      const { token } = link.attributes;
      const isKnown = links.some(({ attributes }) => attributes.token === token);
      if (!isKnown && links.length > 0) setAsked(true);
      note(isKnown ? links.map((one) => (one.attributes.token === token ? link : one)) : [...links, link]);
    },
    drop: (token) => {
      const links = known().filter(({ attributes }) => attributes.token !== token);
      note(links);
      return firstOf(links) ?? undefined;
    },
  };
};
