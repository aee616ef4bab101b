import { addressLimit, plainAddress } from '@holdall/contract/patterns';

export interface MailAddress {
  /** Empty for a bare address. */
  readonly name: string;
  readonly address: string;
}

/** A name, in quotes or not, before an address in angle brackets. */
const named = /^([^<>]*)<([^<>]+)>$/;
const quoted = /^"?([^"]*)"?$/;
/** Characters of name and address together at the most. */
const namedLimit = 2 * addressLimit;
const controlCharacters = /\p{Cc}/u;

/** Tells whether a text is exactly one address. */
export const isMailAddress = (text: string): boolean =>
  text.length <= addressLimit && plainAddress.test(text);

/** Reads `address` or `Name <address>`. @returns undefined where it is neither */
export const parseMailAddress = (text: string): MailAddress | undefined => {
  if (text.length > namedLimit || controlCharacters.test(text)) return undefined;
  const trimmed = text.trim();
  if (isMailAddress(trimmed)) return { name: '', address: trimmed };
  const [, said = '', address = ''] = named.exec(trimmed) ?? [];
  const name = quoted.exec(said.trim())?.[1];
  return name !== undefined && isMailAddress(address) ? { name: name.trim(), address } : undefined;
};
