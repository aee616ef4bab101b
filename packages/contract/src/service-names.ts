/** Patterns of names at a realtime service; pages and servers share them. */
export const servicePatterns = {
  /** A name, or an address of version 4: it goes into the page's policy, which knows no others. */
  host: /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i,
  /** App ids and keys, which stand in addresses. */
  name: /^[\w-]{1,100}$/,
  secret: /^[\x21-\x7e]{1,300}$/,
} as const;
