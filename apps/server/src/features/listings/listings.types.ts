import type { Ancestor } from '@holdall/contract/files';
import type { TrashQuery } from '@holdall/contract/page';
import type { ItemRow } from '#db/tables/files.ts';

/** A page of the trash by its offset, or the one that the item `around` is on. */
export type TrashPageQuery = TrashQuery & { readonly around?: string | undefined };

/** What emptying the trash deletes. */
export interface TrashContents {
  readonly items: number;
  /** Bytes. */
  readonly size: number;
}

/** An entry of the trash and where it was. */
export interface TrashEntry {
  readonly item: ItemRow;
  /** Null: the top of the account, or a folder that is gone. */
  readonly from: { readonly id: string; readonly name: string } | null;
}

export interface TrashPage {
  readonly folders: TrashEntry[];
  readonly files: TrashEntry[];
  readonly counts: { readonly folders: number; readonly files: number; readonly size: number };
  readonly offset: number;
  readonly limit: number;
  /** Where the item is that was asked for, from 0; null where it is no entry, undefined where none was. */
  readonly position: number | null | undefined;
  /** Told with the first page, not with one around an item; undefined also where counting would take too long. */
  readonly contents: TrashContents | undefined;
}

/** The newest files. */
export interface LatestFiles {
  /** `folder_name`: of the folder that a file is in; null at the top of the account. */
  readonly files: readonly (ItemRow & { readonly folder_name: string | null })[];
  readonly limit: number;
  /** True if there are older ones. */
  readonly more: boolean;
}

/** A folder of the tree. */
export interface TreeNode extends Ancestor {
  /** Items directly in it. */
  readonly items: number;
  /** Folders directly in it. */
  readonly folders_count: number;
}

export interface TreeLevel {
  readonly nodes: readonly (TreeNode & { readonly folders: readonly TreeNode[] })[];
  readonly total: number;
  readonly offset: number;
}
