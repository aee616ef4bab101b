import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** Longest that a script may take (specification section 9). */
export const chunkTimeout = 120_000;

/** A script that did not load. `reason` is `missing`, `timeout` or the kind of error. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError';
  readonly chunk: string;
  readonly reason: string;

  constructor(chunk: string, reason: string, options?: ErrorOptions) {
    super(`Loading chunk ${chunk} failed (${reason})`, options);
    this.chunk = chunk;
    this.reason = reason;
  }
}

/** Whether the script that an import failed for is gone from the server: browsers name it in their message. */
const isGone = async (message: string): Promise<boolean> => {
  const address = /https?:\/\/\S+/.exec(message)?.[0];
  if (!address) return false;
  const answer = await fetch(address, { method: 'HEAD' }).catch(() => undefined);
  return answer !== undefined && !answer.headers.get('content-type')?.includes('javascript');
};

/**
 * Loads a part of the application.
 * @throws {ChunkError} saying why, after 120 s at the latest.
 */
export const loadChunk = async <Part>(chunk: string, load: () => Promise<Part>): Promise<Part> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ChunkError(chunk, 'timeout')), chunkTimeout);
  });
  try {
    const part = await Promise.race([load(), timeout]);
    if (part === undefined) throw new ChunkError(chunk, 'missing');
    return part;
  } catch (cause) {
    if (cause instanceof ChunkError) throw cause;
    const { name, message } = cause instanceof Error ? cause : { name: 'error', message: '' };
    throw new ChunkError(chunk, (await isGone(message)) ? 'missing' : name, { cause });
  } finally {
    clearTimeout(timer);
  }
};

/** A component that loads when it is first drawn; `chunk` names it in the failure message. */
export const lazyChunk = <Props>(
  chunk: string,
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> => lazy(async () => ({ default: await loadChunk(chunk, load) }));
