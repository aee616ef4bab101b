import { vi } from 'vitest';
import type { Entry } from '../entry.ts';
import { metaOf } from './entries.ts';

/** A call for a page that waits for its answer. */
export interface BrowseCall {
  readonly folder: string;
  readonly sort: string;
  readonly offset: number;
  readonly aborted: () => boolean;
  /** Answers with the current entries of the folder, all of them files. */
  readonly answer: (entries: readonly Entry[]) => void;
}

/** Stubs the server: it collects the calls for pages, and the test answers them. */
export const folderServer = (): BrowseCall[] => {
  const calls: BrowseCall[] = [];
  vi.stubGlobal('fetch', (address: string, { signal }: RequestInit) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    const url = new URL(address, 'http://localhost');
    const [offset, limit] = [Number(url.searchParams.get('offset')), Number(url.searchParams.get('limit'))];
    calls.push({
      folder: url.pathname.split('/').at(-1) ?? '',
      sort: url.searchParams.get('sort') ?? '',
      offset,
      aborted: () => signal?.aborted ?? false,
      answer: (entries) => {
        const page = entries.slice(offset, offset + limit).map((data) => ({ data }));
        const meta = metaOf({ files: entries.length });
        const body = JSON.stringify({ root: null, folders: { data: [] }, files: { data: page }, meta });
        // The body is read in one step: a streamed body would take event loop turns that depend on its length.
        resolve(Object.assign(new Response(), { text: () => Promise.resolve(body) }));
      },
    });
    return promise;
  });
  return calls;
};
