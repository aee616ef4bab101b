import type { Item } from '@holdall/contract/files';
import { networkError } from '#shared/api/api-error.ts';
import { pageHeaders } from '#shared/api/page-headers.ts';
import { requestContent, uploadText } from '#shared/api/raw-content.ts';

/** A file, as the editor knows it. */
export type EditedItem = Item['data'];

/** The bytes of a file, and the tag by which they are told from others. */
export interface Content {
  readonly etag: string;
  readonly bytes: Uint8Array;
}

/**
 * Reads a file.
 *
 * @param known the tag of the content that is there already
 * @returns undefined if the file still has that content
 * @throws {ApiError} also if nothing answers
 */
export const readContent = async (
  { attributes }: EditedItem,
  { known, signal }: { readonly known?: string | undefined; readonly signal?: AbortSignal } = {},
): Promise<Content | undefined> => {
  // Bytes that the browser has kept may be those of an earlier content.
  const headers = { ...pageHeaders(), ...(known !== undefined && { 'if-none-match': known }) };
  const answer = await requestContent(attributes.file_url ?? '', { headers, cache: 'no-store' }, signal);
  if (answer.status === 304) {
    // Browsers report an answer as failed whose body nobody reads.
    await answer.arrayBuffer().catch(() => undefined);
    return undefined;
  }
  const bytes = new Uint8Array(
    await answer.arrayBuffer().catch((cause: unknown): never => {
      throw networkError(cause);
    }),
  );
  return { etag: answer.headers.get('etag') ?? '', bytes };
};

/** The text of a file that is to be saved. */
export interface Saving {
  readonly item: EditedItem;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The tag of the content that is replaced; undefined to make a new file instead, beside one of this name. */
  readonly etag: string | undefined;
}

/** A file that was saved, and the tag of its new content. */
export interface Saved {
  readonly item: EditedItem;
  readonly etag: string;
}

/**
 * Replaces the content of the file with the name of this one.
 *
 * @throws {ApiError} `item.changed` if it has another content than that of the tag; also if nothing answers
 */
export const saveContent = ({ item, bytes, etag }: Saving): Promise<Saved> => {
  const { name, parent_id: parentId } = item.attributes;
  return uploadText({
    name,
    parentId,
    onConflict: etag === undefined ? 'rename' : 'replace',
    body: bytes,
    etag,
  });
};
