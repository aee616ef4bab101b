let waiting: Set<string | null> | undefined;

/**
 * Tells whether the page's head has preloaded this address, and takes its answer, so that the next call returns false.
 * The request for it adds no headers, since some browsers compare them with those of the preload.
 */
export const takePreloaded = (address: string): boolean => {
  waiting ??= new Set(
    Array.from(document.querySelectorAll('link[rel=preload][as=fetch]'), (link) => link.getAttribute('href')),
  );
  return waiting.delete(address);
};
