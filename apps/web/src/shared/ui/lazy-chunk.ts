import {
  createContext,
  createElement,
  lazy,
  useContext,
  useEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';

/** Longest that a script may take (specification section 9). */
export const chunkTimeout = 120_000;

/**
 * Milliseconds for which a failure stands: a component that draws the part right after it shows it, and does not wait
 * once more.
 */
const failureStands = 1000;

/** A script that did not load. `reason` is `missing`, `timeout` or the kind of error. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError';
  readonly chunk: string;
  readonly reason: string;
  /** The server could not be reached: loading it again may succeed. */
  isUnreachable = false;

  constructor(chunk: string, reason: string, options?: ErrorOptions) {
    super(`Loading chunk ${chunk} failed (${reason})`, options);
    this.chunk = chunk;
    this.reason = reason;
  }
}

/** Returns the cause of a failed import, from the script's address that browsers name in their message. */
const failureOf = async (chunk: string, cause: unknown): Promise<ChunkError> => {
  const { name, message } = cause instanceof Error ? cause : { name: 'error', message: '' };
  const address = /https?:\/\/\S+/.exec(message)?.[0];
  const error = (reason: string) => new ChunkError(chunk, reason, { cause });
  if (!address) return error(name);
  try {
    const { headers } = await fetch(address, { method: 'HEAD' });
    return error(headers.get('content-type')?.includes('javascript') ? name : 'missing');
  } catch {
    return Object.assign(error(name), { isUnreachable: true });
  }
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
    throw cause instanceof ChunkError ? cause : await failureOf(chunk, cause);
  } finally {
    clearTimeout(timer);
  }
};

/** Functions that replace each lazy part: React keeps a failed one failed for good, so that a new one tries again. */
const renewals = new Map<string, (() => void)[]>();

/** Lets the part that did not load be tried again, the next time it is drawn. */
export const retryLater = ({ chunk }: ChunkError): void => {
  // Several places may draw the same part.
  for (const renew of renewals.get(chunk) ?? []) renew();
};

/** A component that loads when it is drawn, or before. */
export type LazyChunk<Props> = ((props: Props) => ReactNode) & {
  /** Starts loading it, so that it is there when it is needed; a failure shows only when it is drawn. */
  readonly preload: () => void;
  /** Loads it before it is drawn: nothing else is shown in its place then. @throws {ChunkError} */
  readonly load: () => Promise<unknown>;
};

/**
 * True where nothing is shown while a part loads. Such a part does not suspend: React holds back what has loaded for
 * 300 ms after a fallback, even an empty one, and every menu and popup would open that much later.
 */
export const IsEmptyMeanwhile = createContext(false);

/** A component that loads when it is first drawn; `chunk` names it in the failure message. */
export const lazyChunk = <Props extends object>(
  chunk: string,
  load: () => Promise<ComponentType<Props>>,
): LazyChunk<Props> => {
  let loading: Promise<ComponentType<Props>> | undefined;
  let loaded: ComponentType<Props> | undefined;
  const forget = (): void => {
    loading = undefined;
  };
  const loadOnce = (): Promise<ComponentType<Props>> => {
    if (!loading) {
      loading = loadChunk(chunk, load);
      loading.then(
        (part) => {
          loaded = part;
        },
        () => setTimeout(forget, failureStands),
      );
    }
    return loading;
  };
  /** The component that was drawn first stays: another would begin anew in its place. */
  let current: ComponentType<Props> | undefined;
  const part = () => loaded ?? lazy(async () => ({ default: await loadOnce() }));
  const renew = (): void => {
    forget();
    current = undefined;
  };
  renewals.set(chunk, [...(renewals.get(chunk) ?? []), renew]);
  const Unsuspended = (props: Props): ReactNode => {
    const [failure, setFailure] = useState<ChunkError>();
    const [arrived, setArrived] = useState(() => loaded);
    useEffect(() => {
      let isGone = false;
      loadOnce().then(
        (component) => isGone || setArrived(() => component),
        (error: unknown) => isGone || setFailure(error instanceof ChunkError ? error : undefined),
      );
      return () => {
        isGone = true;
      };
    }, []);
    if (failure) throw failure;
    return arrived === undefined ? null : createElement(arrived, props);
  };
  const Part = (props: Props): ReactNode => {
    const isEmptyMeanwhile = useContext(IsEmptyMeanwhile);
    return createElement(isEmptyMeanwhile ? Unsuspended : (current ??= part()), props);
  };
  return Object.assign(Part, {
    preload: () => void loadOnce().catch(() => undefined),
    load: loadOnce,
  });
};
