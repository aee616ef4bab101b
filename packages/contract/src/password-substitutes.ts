/** Common substitutes of letters, which make a password look stronger. */
const substitutes: Readonly<Record<string, string>> = {
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

/** Returns a text with the letters that its digits and symbols stand for. */
export const undoSubstitutes = (text: string): string =>
  text.replaceAll(/[@431!0$57]/g, (character) => substitutes[character] ?? character);
