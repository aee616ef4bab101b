import type { Item } from '@holdall/contract/files';
import { itemEndpoints } from '@holdall/contract/items.endpoints';
import { apiErrorFrom, networkError } from '#shared/api/api-error.ts';
import { addressOf, refused } from '#shared/api/client.ts';
import { pageHeaders } from '#shared/api/page-headers.ts';
import { createStore } from '#shared/lib/store.ts';
import { onSessionEnd } from '#shared/session/session.ts';
import { mayUpload } from './start-uploads.ts';

/** The new text file that is being named; undefined while there is none. */
export const newText = createStore<{ readonly parentId: string | null } | undefined>(undefined);
onSessionEnd(() => newText.set(undefined));

/** Asks for the name of a new text file below `parentId` (null: the top); an alert tells users who may not upload. */
export const openNewText = (parentId: string | null): void => {
  if (mayUpload(false)) newText.set({ parentId });
};

/** Milliseconds after which nobody waits for an answer any longer. */
const patience = 60_000;

/**
 * Uploads an empty file.
 *
 * @throws {ApiError} `item.name_taken` where the name is taken; also if nothing answers
 */
export const createText = async (name: string, parentId: string | null): Promise<Item['data']> => {
  const query = { name, parent_id: parentId, on_conflict: 'refuse', last_modified: Date.now() };
  const answer = await fetch(addressOf(itemEndpoints.upload, {}, query), {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'accept-language': document.documentElement.lang,
      'content-type': 'text/plain; charset=utf-8',
      ...pageHeaders(),
    },
    body: '',
    signal: AbortSignal.timeout(patience),
  }).catch((cause: unknown): never => {
    throw networkError(cause);
  });
  const body = await answer.text().catch(() => '');
  if (!answer.ok) throw refused(apiErrorFrom(answer.status, body, answer.headers.get('retry-after')));
  return (JSON.parse(body) as Item).data;
};
