import { useEffect, useState } from 'react';

/** Whether `waiting` has lasted for `delay` milliseconds: what takes shorter needs no sign of it. */
export const useDelayed = (waiting: boolean, delay: number): boolean => {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(() => setLate(true), delay);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [waiting, delay]);
  return waiting && late;
};
