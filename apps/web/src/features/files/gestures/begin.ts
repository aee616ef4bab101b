import { beginDrag } from './drag.ts';
import type { GestureContext, Press } from './gesture.ts';
import { beginMarquee } from './marquee.ts';

/** Begins the gesture of a press: dragging from an entry, a marquee from empty space. */
export const beginGesture = (press: Press, context: GestureContext): void => {
  if (press.entry && !context.actions.batch(press.entry).isTrash) beginDrag(press, context);
  else if (!press.element) beginMarquee(press, context);
};
