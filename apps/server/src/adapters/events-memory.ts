import type { AppEvent, Events } from '#ports/events.ts';

export interface MemoryEvents extends Events {
  /** Delivers what has happened elsewhere. */
  deliver(event: AppEvent): void;
}

/** Delivers events within one process, synchronously and in order. @param onFailure receives a listener's error */
export const createMemoryEvents = (onFailure: (error: unknown) => void): MemoryEvents => {
  const listeners = new Set<(event: AppEvent, isOwn: boolean) => void>();
  const deliver = (event: AppEvent, isOwn: boolean): void => {
    for (const listener of listeners) {
      try {
        listener(event, isOwn);
      } catch (error) {
        onFailure(error);
      }
    }
  };
  return {
    publish: (event) => deliver(event, true),
    deliver: (event) => deliver(event, false),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => undefined,
  };
};
