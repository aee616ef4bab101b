import type { ShareRow } from '#db/tables/links.ts';

/** A collection and how many items its guests see. */
export interface CountedCollection {
  readonly share: ShareRow;
  readonly items: number;
}
