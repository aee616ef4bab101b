import { useState } from 'react';

/** Returns a state that belongs to a value, and its setter; another value resets it to undefined. */
export const useResettable = <About>(
  value: unknown,
): readonly [About | undefined, (about: About | undefined) => void] => {
  const [noted, setNoted] = useState<{ readonly about: About | undefined; readonly of: unknown }>();
  return [
    noted && Object.is(noted.of, value) ? noted.about : undefined,
    (about) => setNoted({ about, of: value }),
  ];
};
