import type { Ancestor } from '@holdall/contract/files';
import type { ItemFilter } from '#db/item-filter.ts';
import type { ItemRow } from '#db/tables/files.ts';

/** What is searched: one person's folders, files, or both. */
export interface Scope {
  readonly ownerId: string;
  readonly type: Kind | 'all';
  readonly filter: ItemFilter;
}
export interface OneKind extends Scope {
  readonly type: Kind;
}
export type Kind = 'folder' | 'file';

/** Keys that are looked through, one by one, for what no index knows. */
export const maxScanned = 20_000;

/** An item that an index has named; whether it matches is read from its key. */
export interface Candidate {
  readonly id: string;
  readonly type: Kind;
  readonly search_key: string;
  /** Orders names that match alike. */
  readonly sort_key: string;
}

/** Pieces of text that a key must all contain, each of three characters or more, marks counted. */
export type Pieces = readonly string[];
/** Of each group one alternative must hold: what indexes are asked. */
export type Groups = readonly (readonly Pieces[])[];

export interface IndexQuery {
  readonly groups: Groups;
  /** Looks at the key of what the index has named. */
  readonly accepts: (key: string) => boolean;
  /** As many as are wanted; fewer are found where there are no more, or where it would take too long. */
  readonly want: number;
  /** Keys to look at, where most of what the groups name is not accepted. */
  readonly reads?: number;
}
export interface IndexAnswer {
  readonly candidates: readonly Candidate[];
  /** Kinds of which there are no others. */
  readonly complete: readonly Kind[];
}
/** Finds items by pieces of their keys, newest first where it can. */
export type FindByPieces = (scope: Scope, query: IndexQuery) => Promise<IndexAnswer>;

/** A result and where it is. */
export interface FoundItem {
  readonly item: ItemRow;
  /** From the top; in the trash, from the folder that was put there. */
  readonly ancestors: Ancestor[];
  readonly trashed: boolean;
}

/** The best results of one kind. */
export interface FoundList {
  readonly items: FoundItem[];
  /** False if others may match: more do than were asked for, or not all names were looked at. */
  readonly complete: boolean;
}

export interface SearchResults {
  readonly folders: FoundList;
  readonly files: FoundList;
}
