/**
 * One half of an address, without what programs for mails read as a list, a name or a comment; RFC 5321 allows some of
 * it in quotes, nobody uses it.
 */
const half = String.raw`[^\s\p{Cc}<>@,;:"()[\]\\]+`;

/** What a mail can be sent to. */
export const plainAddress = new RegExp(`^${half}@${half}$`, 'u');
/** The same with a dot behind the @ (specification section 5): the address of an account. */
export const accountAddress = new RegExp(String.raw`^${half}@${half}\.${half}$`, 'u');
