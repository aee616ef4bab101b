/** What names of object storage look like; pages and servers check them by the same. */
export const storagePatterns = {
  /** Older and foreign buckets may have capitals and underscores. */
  bucket: /^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/,
  /** Not only Amazon's: other providers have regions of their own, and some take any word. */
  region: /^[a-z0-9][a-z0-9-]{0,62}$/,
  /** Folders that each end in a slash; objects of several programs may lie in one bucket. */
  prefix: /^(?!(?:.*\/)?\.{1,2}\/)([A-Za-z0-9._-]+\/)*$/,
  key: /^[\x21-\x7e]+$/,
} as const;

/** Whether an address is an origin, with nothing behind it. */
export const isOriginAlone = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, username, hash } = new URL(text);
  return /^https?:$/.test(protocol) && pathname === '/' && search === '' && username === '' && hash === '';
};
