import { useEffect, useState } from 'react';

/** Tells whether `waiting` has lasted for `delay` milliseconds: shorter waits need no indicator. */
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
