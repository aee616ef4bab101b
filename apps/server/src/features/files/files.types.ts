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
  /** The listed folder is in the trash. */
  readonly trashed: boolean;
  readonly folders: ItemRow[];
  readonly files: ItemRow[];
  readonly totals: Totals;
  readonly offset: number;
  readonly limit: number;
  /** Where the item is that was asked for; null: not directly in this folder. Undefined: none was. */
  readonly position?: number | null;
}
