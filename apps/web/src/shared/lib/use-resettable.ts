import { useState } from 'react';

/** What is known about a value, and how to note it; as soon as there is another value nothing is known of it. */
export const useResettable = <About>(
  value: unknown,
): readonly [About | undefined, (about: About | undefined) => void] => {
  const [noted, setNoted] = useState<{ readonly about: About | undefined; readonly of: unknown }>();
  return [
    noted && Object.is(noted.of, value) ? noted.about : undefined,
    (about) => setNoted({ about, of: value }),
  ];
};
