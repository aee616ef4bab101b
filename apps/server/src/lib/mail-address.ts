export interface MailAddress {
  /** Empty where only the address is said. */
  readonly name: string;
  readonly address: string;
}

/** Without what programs for mails read as a list, a name or a comment; RFC 5321 allows some of it in quotes, nobody uses it. */
const bare = /^[^\s\p{Cc}<>@,;:"()[\]\\]+@[^\s\p{Cc}<>@,;:"()[\]\\]+$/u;
const named = /^"?([^"<>]*?)"?\s*<([^<>]+)>$/;
const controlCharacters = /\p{Cc}/u;

/** Whether a text is one address and nothing else. */
export const isMailAddress = (text: string): boolean => bare.test(text);

/** Reads `address` or `Name <address>`. @returns undefined where it is neither */
export const parseMailAddress = (text: string): MailAddress | undefined => {
  if (controlCharacters.test(text)) return undefined;
  const trimmed = text.trim();
  if (bare.test(trimmed)) return { name: '', address: trimmed };
  const [, name = '', address = ''] = named.exec(trimmed) ?? [];
  return bare.test(address) ? { name: name.trim(), address } : undefined;
};
