import type { Item } from '@holdall/contract/files';
import { itemEndpoints } from '@holdall/contract/items.endpoints';
import { apiErrorFrom, networkError } from './api-error.ts';
import { addressOf, refused } from './client.ts';
import { pageHeaders } from './page-headers.ts';

/** Milliseconds after which a request that gets no answer has failed. */
const deadlineMs = 60_000;

/**
 * Asks for content that is no JSON, or sends it. A 304 is an answer, too.
 *
 * @throws {ApiError} also if nothing answers; the signal's reason
 */
export const requestContent = async (
  address: string,
  init: RequestInit,
  signal?: AbortSignal,
): Promise<Response> => {
  const deadline = AbortSignal.timeout(deadlineMs);
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

/** A text that is uploaded as a whole, without the queue. */
export interface TextUpload {
  readonly name: string;
  readonly parentId: string | null;
  readonly onConflict: 'refuse' | 'rename' | 'replace';
  readonly body: string | Uint8Array<ArrayBuffer>;
  /** The tag of the content that is replaced. */
  readonly etag?: string | undefined;
}

/**
 * Uploads a text.
 *
 * @returns the file with the tag of its content
 * @throws {ApiError} what the upload refuses; also if nothing answers
 */
export const uploadText = async ({
  name,
  parentId,
  onConflict,
  body,
  etag,
}: TextUpload): Promise<{ item: Item['data']; etag: string }> => {
  const query = { name, parent_id: parentId, on_conflict: onConflict, last_modified: Date.now() };
  const answer = await requestContent(addressOf(itemEndpoints.upload, {}, query), {
    method: 'POST',
    body,
    headers: {
      accept: 'application/json',
      'accept-language': document.documentElement.lang,
      'content-type': 'text/plain; charset=utf-8',
      ...(etag !== undefined && { 'if-match': etag }),
      ...pageHeaders(),
    },
  });
  const { data } = (await answer.json()) as Item;
  return { item: data, etag: answer.headers.get('etag') ?? '' };
};
