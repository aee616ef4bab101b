import { apiErrorFrom, networkError } from '#shared/api/api-error.ts';
import { createTextDecoder, encodingOf, type Encoding } from './text-decoding.ts';

/** Bytes that are read at a time. */
export const pageBytes = 256 * 1024;

export interface TextPages {
  readonly text: string;
  /** Undefined: the bytes are no text. */
  readonly encoding: Encoding | undefined;
  /** Bytes that have been read. */
  readonly read: number;
}

/** Reads bytes of a file, from `start` to before `end`. @throws {ApiError} */
export const readBytes = async (
  address: string,
  { start, end, signal }: { readonly start: number; readonly end: number; readonly signal: AbortSignal },
): Promise<Uint8Array<ArrayBuffer>> => {
  const refuse = (cause: unknown): never => {
    throw signal.aborted ? signal.reason : networkError(cause);
  };
  const answer = await fetch(address, { headers: { range: `bytes=${start}-${end - 1}` }, signal }).catch(
    refuse,
  );
  if (!answer.ok) throw apiErrorFrom(answer.status, await answer.text().catch(refuse));
  const bytes = new Uint8Array(await answer.arrayBuffer().catch(refuse));
  // A proxy in between may not know ranges.
  return answer.status === 206 ? bytes : bytes.slice(start, end);
};

/** Reads a text piece by piece. */
export const createTextReader = (address: string, size: number) => {
  let decode: ReturnType<typeof createTextDecoder> | undefined;
  let pages: TextPages = { text: '', encoding: 'utf-8', read: 0 };
  return async (signal: AbortSignal): Promise<TextPages> => {
    const end = Math.min(size, pages.read + pageBytes);
    if (end === pages.read) return pages;
    const bytes = await readBytes(address, { start: pages.read, end, signal });
    const encoding = pages.read === 0 ? encodingOf(bytes, end === size) : pages.encoding;
    if (!encoding) return (pages = { text: '', encoding, read: end });
    decode ??= createTextDecoder(encoding);
    return (pages = { text: pages.text + decode(bytes, end === size), encoding, read: end });
  };
};
