import type { ShareRow } from '#db/tables/links.ts';

/** A collection with the number of items that its guests see. */
export interface CountedCollection {
  readonly share: ShareRow;
  readonly items: number;
}
