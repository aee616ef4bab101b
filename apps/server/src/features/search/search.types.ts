import type { Ancestor } from '@holdall/contract/files';
import type { ItemFilter } from '#db/item-filter.ts';
import type { ItemRow } from '#db/tables/files.ts';

/** The scope of a search: one owner's folders, files, or both. */
export interface Scope {
  readonly ownerId: string;
  readonly type: Kind | 'all';
  readonly filter: ItemFilter;
}
export interface OneKind extends Scope {
  readonly type: Kind;
}
export type Kind = 'folder' | 'file';

/** The most keys to scan for a query that no index answers. */
export const maxScanned = 20_000;

/** An item from an index. Its key decides whether it matches. */
export interface Candidate {
  readonly id: string;
  readonly type: Kind;
  readonly search_key: string;
  /** Sort key of names that match equally well. */
  readonly sort_key: string;
}

/** Pieces of text that a key must all contain, each of three characters or more, markers included. */
export type Pieces = readonly string[];
/** Groups of alternatives for an index; of each group one alternative must match. */
export type Groups = readonly (readonly Pieces[])[];

export interface IndexQuery {
  readonly groups: Groups;
  /** Checks the key of an item from the index. */
  readonly accepts: (key: string) => boolean;
  /** Number of wanted matches; fewer are found when there are no more, or when finding them would take too long. */
  readonly want: number;
  /** The most keys to read, when most of the index's answers are not accepted. */
  readonly reads?: number;
}
export interface IndexAnswer {
  readonly candidates: readonly Candidate[];
  /** Kinds without further matches. */
  readonly complete: readonly Kind[];
}
/** Finds items by pieces of their keys, newest first if possible. */
export type FindByPieces = (scope: Scope, query: IndexQuery) => Promise<IndexAnswer>;

/** A result and its location. */
export interface FoundItem {
  readonly item: ItemRow;
  /** From the top; in the trash, from the trashed folder. */
  readonly ancestors: Ancestor[];
  readonly trashed: boolean;
}

/** The best results of one kind. */
export interface FoundList {
  readonly items: FoundItem[];
  /** False if others may match: there are more than requested, or not all names were read. */
  readonly complete: boolean;
}

export interface SearchResults {
  readonly folders: FoundList;
  readonly files: FoundList;
}
