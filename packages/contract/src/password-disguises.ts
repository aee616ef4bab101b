/** Common substitutes of letters, which make a password look stronger. */
const disguises: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

/** A text with the letters that its digits and signs stand for. */
export const undisguised = (text: string): string =>
  text.replaceAll(/[@431!0$57]/g, (sign) => disguises[sign] ?? sign);
