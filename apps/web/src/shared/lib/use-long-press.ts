import { useEffect, useRef } from 'react';

/** Milliseconds that a finger rests until it selects. */
export const longPressDelay = 500;
/** Pixels that it may tremble. */
const tremble = 10;

/**
 * A finger that rests on something.
 * @param onLongPress gets what it rests on.
 * @returns begins to wait at a press; the click that would follow counts for nothing.
 */
export const useLongPress = (onLongPress: (target: EventTarget | null) => void) => {
  const waiting = useRef<AbortController>(undefined);
  useEffect(() => () => waiting.current?.abort(), []);
  return (press: PointerEvent): void => {
    waiting.current?.abort();
    const controller = new AbortController();
    waiting.current = controller;
    const { signal } = controller;
    const { target, pointerId, clientX, clientY } = press;
    const end = (): void => controller.abort();
    const timer = setTimeout(() => {
      end();
      // Lifting the finger is a click that nobody meant.
      const swallow = (event: Event): void => {
        event.preventDefault();
        event.stopPropagation();
      };
      addEventListener('click', swallow, { capture: true, once: true });
      addEventListener('pointerdown', () => removeEventListener('click', swallow, { capture: true }), {
        capture: true,
        once: true,
      });
      onLongPress(target);
    }, longPressDelay);
    signal.addEventListener('abort', () => clearTimeout(timer));
    const options = { signal, capture: true };
    addEventListener(
      'pointermove',
      (event) => {
        if (event.pointerId !== pointerId) return;
        if (Math.hypot(event.clientX - clientX, event.clientY - clientY) > tremble) end();
      },
      options,
    );
    for (const name of ['pointerup', 'pointercancel', 'scroll'] as const)
      addEventListener(name, end, options);
  };
};
