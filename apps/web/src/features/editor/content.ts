import type { Item } from '@holdall/contract/files';
import { itemEndpoints } from '@holdall/contract/items.endpoints';
import { apiErrorFrom, networkError } from '#shared/api/api-error.ts';
import { addressOf, refused } from '#shared/api/client.ts';
import { pageHeaders } from '#shared/api/page-headers.ts';

/** A file, as the editor knows it. */
export type EditedItem = Item['data'];

/** The bytes of a file, and the tag by which they are told from others. */
export interface Content {
  readonly etag: string;
  readonly bytes: Uint8Array;
}

/** Milliseconds after which a request that gets no answer has failed. */
const patience = 60_000;

const request = async (
  address: string,
  init: RequestInit,
  signal: AbortSignal | undefined,
): Promise<Response> => {
  const deadline = AbortSignal.timeout(patience);
  const answer = await fetch(address, {
    ...init,
    signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
  }).catch((cause: unknown): never => {
    throw signal?.aborted ? signal.reason : networkError(cause);
  });
  if (answer.ok || answer.status === 304) return answer;
  const body = await answer.text().catch(() => '');
  throw refused(apiErrorFrom(answer.status, body, answer.headers.get('retry-after')));
};

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
  const answer = await request(attributes.file_url ?? '', { headers, cache: 'no-store' }, signal);
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
export const saveContent = async ({ item, bytes, etag }: Saving): Promise<Saved> => {
  const { name, parent_id: parentId } = item.attributes;
  const query = {
    name,
    parent_id: parentId,
    on_conflict: etag === undefined ? 'rename' : 'replace',
    last_modified: Date.now(),
  };
  const answer = await request(
    addressOf(itemEndpoints.upload, {}, query),
    {
      method: 'POST',
      body: bytes,
      headers: {
        accept: 'application/json',
        'accept-language': document.documentElement.lang,
        'content-type': 'text/plain; charset=utf-8',
        ...(etag !== undefined && { 'if-match': etag }),
        ...pageHeaders(),
      },
    },
    undefined,
  );
  const { data } = (await answer.json()) as Item;
  return { item: data, etag: answer.headers.get('etag') ?? '' };
};
