import { ChunkError, loadChunk } from './lazy-chunk.ts';
import { showLoadFailure } from './load-failure-toast.ts';

/** Functions that load with the first of them that is used, or before. */
export interface LazyCommands<Commands> {
  /** Loads them; a failed load is tried again the next time. @throws {ChunkError} */
  readonly load: () => Promise<Commands>;
  /** Does something with them; a toast tells where they do not load. */
  readonly run: (act: (loaded: Commands) => unknown) => Promise<void>;
}

/** Functions that are not needed at first; `chunk` names them in the failure message. */
export const lazyCommands = <Commands>(
  chunk: string,
  importThem: () => Promise<Commands>,
): LazyCommands<Commands> => {
  let loading: Promise<Commands> | undefined;
  const load = (): Promise<Commands> => {
    loading ??= loadChunk(chunk, importThem);
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  };
  return {
    load,
    run: async (act) => {
      try {
        await act(await load());
      } catch (error) {
        if (!(error instanceof ChunkError)) throw error;
        showLoadFailure(error);
      }
    },
  };
};
