/** Patterns of names of object storage; pages and servers share them. */
export const storagePatterns = {
  /** Older and foreign buckets may have capitals and underscores. */
  bucket: /^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/,
  /** Not only Amazon's: other providers have regions of their own, and some take any word. */
  region: /^[a-z0-9][a-z0-9-]{0,62}$/,
  /** Folders that each end in a slash; objects of several programs may lie in one bucket. */
  prefix: /^(?!(?:.*\/)?\.{1,2}\/)([A-Za-z0-9._-]+\/)*$/,
  key: /^[\x21-\x7e]+$/,
} as const;

/** As it is written: parsers read more into one. */
const writtenOrigin = /^https?:\/\/[^\s/\\?#@]+\/?$/i;
/** A name, other alphabets encoded, or an address. */
const hostOfOrigin = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/;

/** Tells whether an address is a bare origin, without a path and without credentials. */
export const isOriginAlone = (text: string): boolean => {
  if (!writtenOrigin.test(text) || !URL.canParse(text)) return false;
  const { hostname, port } = new URL(text);
  return hostOfOrigin.test(hostname) && port !== '0';
};
