import type { AppEvent, Events } from '#ports/events.ts';

export interface MemoryEvents extends Events {
  /** Delivers what has happened elsewhere. */
  hear(event: AppEvent): void;
}

/** Events within one process, delivered at once, in order. @param onFailure is told of a listener's error */
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
    hear: (event) => deliver(event, false),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => undefined,
  };
};
