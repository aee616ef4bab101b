/** Patterns of names and addresses, without schemas, so that pages can have them, too. */

/** Characters of an entry of the list of blocked types at the most. */
export const blockedTypeLimit = 100;

const pattern = /^[a-z0-9][a-z0-9.+-]*(\/([a-z0-9][a-z0-9.+-]*|\*))?$/;

/** A blocked type as it is kept: `image/png`, `image/*`, or an extension, whose dot is left out. */
export const blockedTypeOf = (written: string): string => written.trim().toLowerCase().replace(/^\./, '');

/** Tells whether an entry as it is kept is one that could be. */
export const isBlockedType = (entry: string): boolean =>
  entry.length <= blockedTypeLimit && pattern.test(entry);

/**
 * One half of an address, without what programs for mails read as a list, a name or a comment; RFC 5321 allows some of
 * it in quotes, nobody uses it. Characters that nobody sees (`Cf`: no width, direction of text) would make two addresses look alike.
 */
const excluded = String.raw`\s\p{Cc}\p{Cf}<>@,;:"()[\]\\`;
const half = `[^${excluded}]+`;
/** Characters of an address at the most (RFC 5321): a schema says so before it looks at the pattern. */
export const addressLimit = 254;

/** Addresses that a mail can be sent to. */
export const plainAddress = new RegExp(`^${half}@${half}$`, 'u');
/**
 * The same with a dot behind the @ (specification section 5): the address of an account. The dot is the first one that
 * has text before it, so that nothing is tried twice.
 */
export const accountAddress = new RegExp(String.raw`^${half}@[^${excluded}][^${excluded}.]*\.${half}$`, 'u');

/** Patterns of names at a realtime service; pages and servers share them. */
export const servicePatterns = {
  /** A name, or an address of version 4: it goes into the page's policy, which knows no others. */
  host: /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i,
  /** App ids and keys, which stand in addresses. */
  name: /^[\w-]{1,100}$/,
  secret: /^[\x21-\x7e]{1,300}$/,
} as const;

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

/**
 * Characters without ink of their own: spaces, marks that belong to another character, everything that is left out
 * where it cannot be drawn (zero-width characters, Hangul fillers, variation selectors), the empty Braille cell.
 */
const invisible = /[\p{Z}\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Tells whether a name can be seen, or is none at all: for schemas' `refine`, with the sentence below. */
export const isVisibleName = (name: string): boolean => name === '' || name.replaceAll(invisible, '') !== '';
export const unseen = 'A name needs at least one visible character.';
