import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Category } from '@holdall/contract/files';
import type { Trx } from '#db/database.ts';
import { changeContent } from './content-change.ts';
import { lockFile } from './contents.repo.ts';
import { itemNotFound } from './files.errors.ts';
import type { BytesByCategory } from './copy.types.ts';
import { findBlob } from './files.repo.ts';
import { insertOverwrittenItem } from './ledger.repo.ts';

/** A file whose content is copied onto another one of its name. */
export interface Overwriting {
  readonly of: string;
  /** The file that gets the content, and stays the same item. */
  readonly onto: string;
}

/** Files after which other requests are served. */
const filesAtOnce = 50;

const requireFile = async (trx: Trx, id: string) => {
  const item = await lockFile(trx, id);
  const blob = await findBlob(trx, item?.blob_id ?? '');
  if (item === undefined || blob === undefined) throw itemNotFound();
  const { mimetype, category } = item;
  if (mimetype === null || category === null) throw new Error(`The file ${id} has no type.`);
  const { id: blobId, sha256, size } = blob;
  return { item, content: { blobId, sha256, size, mimetype, category, modifiedAt: item.modified_at } };
};

/**
 * Gives files the contents of others, whose bytes they share then. Each stays the same item; its former content becomes a
 * version, also an empty one and where versions are turned off, because undo brings it back.
 *
 * @returns the bytes of the copied contents
 */
export const overwriteFiles = async (
  { trx, now }: { readonly trx: Trx; readonly now: number },
  operation: string,
  files: readonly Overwriting[],
): Promise<BytesByCategory> => {
  const bytes: Partial<Record<Category, number>> = {};
  for (const [index, { of, onto }] of files.entries()) {
    if (index % filesAtOnce === filesAtOnce - 1) await yieldToEventLoop();
    const [{ content }, { item }] = [await requireFile(trx, of), await requireFile(trx, onto)];
    await changeContent(trx, { item, content, isInLedger: true, now });
    const contents = { itemId: onto, blobBefore: item.blob_id, blobAfter: content.blobId };
    await insertOverwrittenItem(trx, operation, contents);
    bytes[content.category] = (bytes[content.category] ?? 0) + content.size;
  }
  return bytes;
};
