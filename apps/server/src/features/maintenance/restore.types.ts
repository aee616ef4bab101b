import type { AgeIdentity } from '#lib/age-keys.ts';
import type { Manifest } from './backup.types.ts';

/**
 * The proof of a backup's signature: by the key of this installation; by the enclosed key, which detects damage but
 * not forgery; or none, in backups of earlier versions.
 */
export type Proof = 'own' | 'enclosed' | 'none';

export interface RestoreRequest {
  /** The folder of backups. */
  readonly root: string;
  /** The name of one; undefined for the latest. */
  readonly name: string | undefined;
  /** Accepts that sealed secrets cannot be opened by this installation's key. */
  readonly otherKey: boolean;
  /** Accepts files of the same installation in the bucket, which no server uses any more. */
  readonly takeOver: boolean;
  /** True to delete mails that were queued. */
  readonly dropMails: boolean;
  /** Identities for an encrypted backup. */
  readonly identities: readonly AgeIdentity[];
}

export interface Restored {
  readonly name: string;
  /** Milliseconds since 1970 at which the backup was begun. */
  readonly at: number;
  readonly blobs: Manifest['blobs'];
  /** Blobs that the backup lacks, or has altered. */
  readonly damaged: Manifest['damaged'];
  readonly proof: Proof;
}
