import { plainAddress } from '@holdall/contract/mail-address';

export interface MailAddress {
  /** Empty where only the address is said. */
  readonly name: string;
  readonly address: string;
}

const named = /^"?([^"<>]*?)"?\s*<([^<>]+)>$/;
const controlCharacters = /\p{Cc}/u;

/** Whether a text is one address and nothing else. */
export const isMailAddress = (text: string): boolean => plainAddress.test(text);

/** Reads `address` or `Name <address>`. @returns undefined where it is neither */
export const parseMailAddress = (text: string): MailAddress | undefined => {
  if (controlCharacters.test(text)) return undefined;
  const trimmed = text.trim();
  if (plainAddress.test(trimmed)) return { name: '', address: trimmed };
  const [, name = '', address = ''] = named.exec(trimmed) ?? [];
  return plainAddress.test(address) ? { name: name.trim(), address } : undefined;
};
