import type { SharePermission } from '@holdall/contract/shares';
import type { Generated, Selectable } from 'kysely';

/** Links to items. One that has ended stays for what was done through it. */
export interface SharesTable {
  id: string;
  /** 128 random bits or more, base64url; stored in plain text, because its owner is shown it again. */
  token: string;
  owner_id: string;
  /**
   * No reference: the link outlives what it led to. A collection has its own id here, and its items in `share_items`.
   */
  item_id: string;
  /** A collection's name; null: the link leads to one item. */
  name: Generated<string | null>;
  /** A label by which its owner tells one of several links to an item from the others; guests are not shown it. '' where it has no label. */
  label: Generated<string>;
  permission: SharePermission;
  /** Argon2id in PHC notation; null: no password is needed. */
  password_hash: string | null;
  /** Null: never. */
  expires_at: number | null;
  /** Hours that were chosen for that end; null: never, or not known. */
  expiration: Generated<number | null>;
  /** Null: as often as one likes. */
  download_limit: number | null;
  downloads: Generated<number>;
  visits: Generated<number>;
  /** Number of visits with at least one change; visits are numbered by it. */
  visitors: Generated<number>;
  /** Actions that the owner has not looked at yet. */
  unseen: Generated<number>;
  /** The latest change, an operation; null: none yet. */
  last_operation: Generated<string | null>;
  /** The latest change that the owner has seen, or that a mail reported; null: none. */
  notified_until: Generated<string | null>;
  created_at: number;
  /** Time of the last mail to its owner about guests' changes; 0: never. */
  mailed_at: Generated<number>;
  /** Time at which its owner ended it. */
  revoked_at: Generated<number | null>;
}
export type ShareRow = Selectable<SharesTable>;

/** The items of collections. Deleting an item for good removes it; an item in the trash stays, and guests do not see it. */
export interface ShareItemsTable {
  share_id: string;
  item_id: string;
}

/** Visits in which something was done. */
export interface ShareVisitsTable {
  share_id: string;
  /** The visit, as its cookie names it, hashed. */
  visit: string;
  /** 1, 2, … */
  number: number;
  created_at: number;
}

/** Downloads through a link: continuing one counts as no other download. */
export interface ShareDownloadsTable {
  share_id: string;
  visit: string;
  /** The file, or what is in the archive. */
  subject: string;
  created_at: number;
}

/** Requests of owners for files into a folder. */
export interface FileRequestsTable {
  id: string;
  token: string;
  owner_id: string;
  /** No reference: the request outlives its folder, and then takes nothing. */
  folder_id: string;
  name: string;
  note: string;
  deadline: number | null;
  max_files: number | null;
  /** Bytes. */
  max_size: number | null;
  /** Files and bytes that have come. */
  files: Generated<number>;
  size: Generated<number>;
  unseen: Generated<number>;
  created_at: number;
  /** Time at which the owner closed it. */
  closed_at: Generated<number | null>;
}
export type FileRequestRow = Selectable<FileRequestsTable>;

/** Files received by a request: the sender's receipt, which outlives the file. */
export interface ReceivedFilesTable {
  /** The item's id. */
  id: string;
  request_id: string;
  visit: string;
  name: string;
  /** Bytes. */
  size: number;
  /** Lower-case hexadecimal. */
  sha256: string;
  at: number;
  /** Time of the owner's notification. */
  notified_at: Generated<number | null>;
}
export type ReceivedFileRow = Selectable<ReceivedFilesTable>;
