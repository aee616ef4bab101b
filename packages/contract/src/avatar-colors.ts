/** Colours of letter tiles that a person may choose; the client darkens them until white reads well. */
export const avatarColors = [
  '#2878c0',
  '#a14090',
  '#c27627',
  '#258865',
  '#6b3baa',
  '#ae2d2f',
  '#006671',
  '#7c4b11',
] as const;
