/** Texts in which each code unit is one character. */
const plain = /^[ -~]*$/;

/** Made when it is first needed, and kept: it is dear. */
let segmenter: Intl.Segmenter | undefined;

/** The characters of a text as people see them, were they of several code points. */
export const charactersOf = (text: string): string[] =>
  plain.test(text)
    ? text.split('')
    : Array.from((segmenter ??= new Intl.Segmenter()).segment(text), ({ segment }) => segment);
