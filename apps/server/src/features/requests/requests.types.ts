import type { FileRequestState } from '@holdall/contract/file-requests';
import type { FileRequestRow, ReceivedFileRow } from '#db/tables/links.ts';
import type { OwnerFacts } from '#features/links/index.ts';

/** A request as its owner sees it. */
export interface OwnRequest {
  readonly request: FileRequestRow;
  readonly state: FileRequestState;
  /** What its folder is called; null: it is in the trash or gone. */
  readonly folder: string | null;
}

export interface RequestsPage {
  readonly requests: readonly OwnRequest[];
  readonly next: string | null;
}

export type ReceiptRow = Pick<ReceivedFileRow, 'name' | 'size' | 'sha256' | 'at'>;

/** A request as those see it who are asked. */
export interface OpenedRequestFacts {
  readonly request: FileRequestRow;
  readonly state: FileRequestState;
  readonly owner: OwnerFacts;
  /** What came in this visit: the first of very many files. */
  readonly received: readonly ReceiptRow[];
  /** How much came in this visit. */
  readonly sent: { readonly count: number; /** Bytes. */ readonly size: number };
  /** Whether more can be sent. */
  readonly canUpload: boolean;
}

/** What came in one visit. */
export interface OfVisit {
  readonly requestId: string;
  readonly visit: string;
}
/** Files that the owner is told of together: those of one visit, or without one all. */
export type Told = Pick<OfVisit, 'requestId'> & Partial<OfVisit>;
