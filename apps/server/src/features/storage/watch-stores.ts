import type { Stores } from './storage.types.ts';

/** Milliseconds between two reads of the table of stores, which another program may change. */
const refreshEveryMs = 2_000;

export interface StoresWatch {
  /** Reads the table of stores every two seconds. @param onError receives failures, each kind once */
  watch(onError: (error: unknown) => void): void;
  /** Stops that. */
  close(): void;
}

export const watchStores = (stores: Pick<Stores, 'refresh'>): StoresWatch => {
  let timer: NodeJS.Timeout | undefined;
  return {
    watch: (onError) => {
      let failed = '';
      const refresh = async (): Promise<void> => {
        try {
          await stores.refresh();
          failed = '';
        } catch (error) {
          // A lasting failure is reported once.
          if (failed !== String(error)) onError(error);
          failed = String(error);
        }
      };
      timer ??= setInterval(() => void refresh(), refreshEveryMs).unref();
    },
    close: () => clearInterval(timer),
  };
};
