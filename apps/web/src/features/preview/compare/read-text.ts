import { createTextReader } from '../read/text-pages.ts';

/** Bytes of each text that are compared at most: the page stands still for a moment. */
export const maxCompared = 512 * 1024;

/** A text to compare, as its file tells it. */
export interface TextSource {
  readonly address: string | null;
  /** Bytes. */
  readonly size: number | null;
}

/** Reads a whole text. @returns undefined if the bytes are no text @throws {ApiError} */
export const readText = async (
  { address, size }: TextSource,
  signal: AbortSignal,
): Promise<string | undefined> => {
  const read = createTextReader(address ?? '', size ?? 0);
  let pages = await read(signal);
  while (pages.encoding && pages.read < (size ?? 0)) pages = await read(signal);
  return pages.encoding ? pages.text : undefined;
};
