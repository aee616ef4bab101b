import { loadChunk } from '#shared/ui/lazy-chunk.ts';
import type * as begin from './begin.ts';
import type { GestureContext, Press } from './gesture.ts';

let loaded: typeof begin | undefined;

/** Loads the pointer gestures. A failed load is tried again at the next press. */
export const loadGestures = async (): Promise<typeof begin | undefined> => {
  loaded ??= await loadChunk('gestures', () => import('./begin.ts')).catch(() => undefined);
  return loaded;
};

/** Begins the gesture of a press, unless the press ends before the code has loaded. */
export const startGesture = (press: Press, context: GestureContext): void => {
  if (loaded) {
    loaded.beginGesture(press, context);
    return;
  }
  const controller = new AbortController();
  const { signal } = controller;
  for (const name of ['pointerup', 'pointercancel'] as const)
    addEventListener(name, () => controller.abort(), { signal, capture: true });
  void loadGestures().then((gestures) => {
    if (signal.aborted) return;
    controller.abort();
    gestures?.beginGesture(press, context);
  });
};
