import { avatarColors } from '@holdall/contract/choices';

/** Normalizes an address, so that two spellings of it are the same account. */
export const emailKey = (email: string): string => email.trim().normalize('NFKC').toLowerCase();

/** Returns a stable colour of the account. @param id the user's id */
export const avatarColor = (id: string): string => {
  const sum = Array.from(id).reduce((total, character) => total + (character.codePointAt(0) ?? 0), 0);
  return avatarColors[sum % avatarColors.length] ?? avatarColors[0];
};
