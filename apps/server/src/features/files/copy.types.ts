import type { Category } from '@holdall/contract/files';
import type { Trx } from '#db/database.ts';
import type { SelectedRow } from './changes.types.ts';

/** The columns of an item that its copy takes over. */
export type CopiedItem = Pick<SelectedRow, 'id' | 'type' | 'size'>;

/** Bytes by category; an absent category is not affected. */
export type BytesByCategory = Readonly<Partial<Record<Category, number>>>;

/** The quota of the account that copies count against. Their bytes are there already, so nothing is reserved. */
export interface CopyQuota {
  /** @throws storage.exceeded when so many bytes would not fit now */
  check(trx: Trx, bytes: number): Promise<void>;
  /**
   * Counts copied bytes, in the transaction that inserts the copies and last in it.
   *
   * @throws storage.exceeded
   */
  commit(trx: Trx, bytes: BytesByCategory): Promise<void>;
}

/**
 * Opens the quota of an account. Called outside of a transaction.
 *
 * @param options `mayEvict`: copies that do not fit may cost the account earlier versions
 */
export type OpenCopyQuota = (ownerId: string, options: { readonly mayEvict: boolean }) => Promise<CopyQuota>;
