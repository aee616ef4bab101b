/** The form in which two spellings of one address are the same account. */
export const emailKey = (email: string): string => email.trim().normalize('NFKC').toLowerCase();

/** Colours of letter tiles; the client darkens them until white reads well. */
const avatarColors = [
  '#2878c0',
  '#a14090',
  '#c27627',
  '#258865',
  '#6b3baa',
  '#ae2d2f',
  '#006671',
  '#7c4b11',
] as const;

/** A colour that stays with the account. @param id the user's id */
export const avatarColor = (id: string): string => {
  const sum = Array.from(id).reduce((total, character) => total + (character.codePointAt(0) ?? 0), 0);
  return avatarColors[sum % avatarColors.length] ?? avatarColors[0];
};
