export interface MailAddress {
  /** Empty where only the address is said. */
  readonly name: string;
  readonly address: string;
}

const bare = /^[^\s<>@,;"]+@[^\s<>@,;"]+$/;
const named = /^"?([^"<>]*?)"?\s*<([^<>]+)>$/;
const controlCharacters = /\p{Cc}/u;

/** Reads `address` or `Name <address>`. @returns undefined where it is neither */
export const parseMailAddress = (text: string): MailAddress | undefined => {
  if (controlCharacters.test(text)) return undefined;
  const trimmed = text.trim();
  if (bare.test(trimmed)) return { name: '', address: trimmed };
  const [, name = '', address = ''] = named.exec(trimmed) ?? [];
  return bare.test(address) ? { name: name.trim(), address } : undefined;
};
