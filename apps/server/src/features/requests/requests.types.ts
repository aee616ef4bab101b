import type { FileRequestState } from '@holdall/contract/file-requests';
import type { FileRequestRow, ReceivedFileRow } from '#db/tables/links.ts';
import type { OwnerFacts } from '#features/links/index.ts';

/** A request with the facts for its owner. */
export interface OwnRequest {
  readonly request: FileRequestRow;
  readonly state: FileRequestState;
  /** The folder's name; null if it is in the trash or gone. */
  readonly folder: string | null;
}

export interface RequestsPage {
  readonly requests: readonly OwnRequest[];
  readonly next: string | null;
}

export type ReceiptRow = Pick<ReceivedFileRow, 'name' | 'size' | 'sha256' | 'at'>;

/** A request with the facts for its guests. */
export interface OpenedRequestFacts {
  readonly request: FileRequestRow;
  readonly state: FileRequestState;
  readonly owner: OwnerFacts;
  /** Files of this visit; of very many only the first. */
  readonly received: readonly ReceiptRow[];
  /** The total of this visit. */
  readonly sent: { readonly count: number; /** Bytes. */ readonly size: number };
  /** True if the guest can send more. */
  readonly canUpload: boolean;
}

/** A visit to a request. */
export interface OfVisit {
  readonly requestId: string;
  readonly visit: string;
}
/** Files that one mail names: those of one visit, or of all visits. */
export type MailScope = Pick<OfVisit, 'requestId'> & Partial<OfVisit>;
