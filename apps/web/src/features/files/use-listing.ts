import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { Entry, Page } from './entry.ts';
import { pageQuery, type ListingRef } from './files.queries.ts';
import { entryAt, pagesBetween } from './sparse-pages.ts';

/** A folder's listing, of which only the pages near the visible entries are loaded. */
export interface Listing {
  readonly ref: ListingRef;
  /** Known as soon as the first page is. */
  readonly meta: Page['meta'] | undefined;
  readonly root: Entry | null;
  readonly error: Error | null;
  readonly entryAt: (index: number) => Entry | undefined;
  /** Says which entries are visible; their pages load. */
  readonly show: (first: number, last: number) => void;
  readonly reload: () => void;
}

export const useListing = (ref: ListingRef): Listing => {
  const [shown, setShown] = useState({ first: 0, last: 0 });
  // The first page is always there: it carries what the listing says of itself.
  const numbers = [...new Set([0, ...pagesBetween(shown.first, shown.last)])];
  const results = useQueries({ queries: numbers.map((number) => pageQuery(ref, number)) });
  const pages = new Map<number, Page>();
  for (const [at, number] of numbers.entries()) {
    const page = results[at]?.data;
    if (page) pages.set(number, page);
  }
  const first = pages.get(0);
  return {
    ref,
    meta: first?.meta,
    root: first?.root ?? null,
    error: first ? null : (results[0]?.error ?? null),
    entryAt: (index) => entryAt(pages, index),
    show: (from, to) =>
      setShown((current) => {
        const next = pagesBetween(from, to);
        const same = pagesBetween(current.first, current.last);
        return next.length === same.length && next[0] === same[0] ? current : { first: from, last: to };
      }),
    reload: () => {
      for (const result of results) void result.refetch();
    },
  };
};
