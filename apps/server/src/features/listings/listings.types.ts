import type { Ancestor } from '@holdall/contract/files';
import type { TrashQuery } from '@holdall/contract/page';
import type { ItemRow } from '#db/tables/files.ts';

/** A page of the trash by its offset, or the one that contains the item `around`. */
export type TrashPageQuery = TrashQuery & { readonly around?: string | undefined };

/** The items that emptying the trash would delete. */
export interface TrashContents {
  readonly items: number;
  /** Bytes. */
  readonly size: number;
}

/** An entry of the trash and its former folder. */
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
  /** Position of the requested item, from 0; null when it is no entry, undefined when none was requested. */
  readonly position: number | null | undefined;
  /** Sent with the first page, unless it is one around an item; undefined also when counting would take too long. */
  readonly contents: TrashContents | undefined;
}

/** The newest files. */
export interface LatestFiles {
  /** `folder_name`: the name of a file's folder; null at the top of the account. */
  readonly files: readonly (ItemRow & { readonly folder_name: string | null })[];
  readonly limit: number;
  /** True if there are older ones. */
  readonly more: boolean;
}

/** A folder of the tree. */
export interface TreeNode extends Ancestor {
  /** Number of direct items. */
  readonly items: number;
  /** Number of direct subfolders. */
  readonly folders_count: number;
}

export interface TreeLevel {
  readonly nodes: readonly (TreeNode & { readonly folders: readonly TreeNode[] })[];
  readonly total: number;
  readonly offset: number;
}
