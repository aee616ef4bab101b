import { useQueries, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#shared/api/api-error.ts';
import type { Entry, Page } from '../entry.ts';
import { pageQuery, sourceKey, type ListingRef } from '../cache/files.queries.ts';
import { sourceName, type ListingSource } from './listing-source.ts';
import { entryAt, pagesBetween } from '../cache/sparse-pages.ts';

/** The listing of a folder. Only the pages near the visible entries are loaded. */
export interface Listing {
  readonly ref: ListingRef;
  /** Known as soon as the first page is loaded, in any order. */
  readonly meta: Page['meta'] | undefined;
  readonly root: Entry | null;
  /** At the top of the trash: the contents that emptying it deletes. */
  readonly trash?: Page['trash'];
  /** In the latest uploads: true if older ones exist; in a search: true if there may be more results. */
  readonly more?: boolean;
  /** In a search: results in the trash if it shows the others, and the reverse. */
  readonly elsewhere?: number;
  readonly error: Error | null;
  readonly entryAt: (index: number) => Entry | undefined;
  /** Sets the visible entries; their pages are loaded. */
  readonly show: (first: number, last: number) => void;
  readonly reload: () => void;
}

/** Returns the latest page of a folder in any order: its name and counts are the same in all of them. */
const anyPage = (client: QueryClient, source: ListingSource): Page | undefined =>
  client
    .getQueryCache()
    .findAll({ queryKey: sourceKey(source) })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .map(({ queryKey }) => client.getQueryData<Page>(queryKey))
    .find((page) => page !== undefined);

/**
 * Reports whether the error means that the folder itself is gone, so that its loaded pages are void: a missing folder
 * answers 404, a malformed id 422.
 */
export const isGone = (error: Error | null): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 422);

export const useListing = (ref: ListingRef): Listing => {
  const client = useQueryClient();
  const name = sourceName(ref.source);
  const [shown, setShown] = useState({ name, first: 0, last: 0 });
  // The visible range of another folder does not apply to this one.
  const visible = shown.name === name ? pagesBetween(shown.first, shown.last) : [];
  // The first page is always loaded, since it carries the metadata of the listing.
  const numbers = [...new Set([0, ...visible])];
  const results = useQueries({ queries: numbers.map((number) => pageQuery(ref, number)) });
  const pages = new Map<number, Page>();
  for (const [at, number] of numbers.entries()) {
    const page = results[at]?.data;
    if (page) pages.set(number, page);
  }
  const failure = results[0]?.error ?? null;
  if (isGone(failure)) pages.clear();
  const error = pages.has(0) ? null : failure;
  const first = pages.get(0) ?? (error ? undefined : anyPage(client, ref.source));
  return {
    ref,
    meta: first?.meta,
    root: first?.root ?? null,
    ...(first?.trash && { trash: first.trash }),
    ...(first?.more === true && { more: true }),
    ...(first?.elsewhere !== undefined && { elsewhere: first.elsewhere }),
    error,
    entryAt: (index) => entryAt(pages, index),
    show: (from, to) =>
      setShown((current) => {
        const next = pagesBetween(from, to);
        const same = pagesBetween(current.first, current.last);
        return current.name === name && next.length === same.length && next[0] === same[0]
          ? current
          : { name, first: from, last: to };
      }),
    reload: () => {
      for (const result of results) void result.refetch();
    },
  };
};
