import { useEffect, useRef, useState } from 'react';

/**
 * Whether a value may be acted upon: at once where it has not changed for `pause`, else once it stays. A held arrow key runs through
 * thirty values a second; the first and the last of them count.
 *
 * @param pause milliseconds
 */
export const useCalm = (value: unknown, pause: number): boolean => {
  const [calm, setCalm] = useState(value);
  const changedAt = useRef(-Infinity);
  useEffect(() => {
    if (calm === value) return undefined;
    const now = performance.now();
    const wait = now - changedAt.current > pause ? 0 : pause;
    changedAt.current = now;
    const timer = setTimeout(() => setCalm(value), wait);
    return () => clearTimeout(timer);
  }, [calm, value, pause]);
  return calm === value;
};
