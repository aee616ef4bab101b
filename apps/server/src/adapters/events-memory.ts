import type { AppEvent, Events } from '#ports/events.ts';

/** Events within one process, delivered at once, in order. @param onFailure is told of a listener's error */
export const createMemoryEvents = (onFailure: (error: unknown) => void): Events => {
  const listeners = new Set<(event: AppEvent) => void>();
  return {
    publish: (event) => {
      for (const listener of listeners) {
        try {
          listener(event);
        } catch (error) {
          onFailure(error);
        }
      }
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
