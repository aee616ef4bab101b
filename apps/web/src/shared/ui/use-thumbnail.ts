import { useState } from 'react';

/**
 * An image that may not be there: its component shows the icon of the type instead.
 *
 * @returns its address while there is hope, and the props that an `img` needs to fade in
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
