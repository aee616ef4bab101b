import { useEffect, useRef, useState } from 'react';

/**
 * Tells whether a value may be acted upon: at once where it has not changed for `pause`, else once it stays. A held
 * arrow key runs through thirty values a second; the first and the last of them count.
 *
 * @param pause milliseconds
 */
export const useStable = (value: unknown, pause: number): boolean => {
  const [settled, setSettled] = useState(value);
  const changedAt = useRef(-Infinity);
  useEffect(() => {
    if (settled === value) return undefined;
    const now = performance.now();
    const wait = now - changedAt.current > pause ? 0 : pause;
    changedAt.current = now;
    const timer = setTimeout(() => setSettled(value), wait);
    return () => clearTimeout(timer);
  }, [settled, value, pause]);
  return settled === value;
};
