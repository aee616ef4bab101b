let waiting: Set<string | null> | undefined;

/**
 * Whether the page's head has asked for what is at this address, and nobody has taken the answer yet. The request that
 * takes it says nothing of its own in its headers: there are browsers that compare what the two have said.
 */
export const takePreloaded = (address: string): boolean => {
  waiting ??= new Set(
    Array.from(document.querySelectorAll('link[rel=preload][as=fetch]'), (link) => link.getAttribute('href')),
  );
  return waiting.delete(address);
};
