import { useState } from 'react';

/**
 * A picture that may not be there: whoever draws it shows the type's sign instead.
 * @returns its address while there is hope, and what an `img` needs to fade in.
 */
export const useThumbnail = (address: string | undefined) => {
  const [failed, setFailed] = useState<string>();
  const [loaded, setLoaded] = useState<string>();
  return {
    address: failed === address ? undefined : address,
    'data-loaded': loaded === address || undefined,
    onLoad: (): void => setLoaded(address),
    onError: (): void => setFailed(address),
  };
};
