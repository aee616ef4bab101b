import type { Ancestor } from '@holdall/contract/files';
import type { ItemRow } from '#db/tables/files.ts';

/** What a folder, or the top of an account, holds. */
export interface Totals {
  readonly folders: number;
  readonly files: number;
  /** Bytes of the files. */
  readonly size: number;
}

/** One page of a folder, with what stands around it. */
export interface Listing {
  readonly root: ItemRow | undefined;
  readonly ancestors: Ancestor[];
  readonly folders: ItemRow[];
  readonly files: ItemRow[];
  readonly totals: Totals;
  readonly offset: number;
  readonly limit: number;
}
