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
