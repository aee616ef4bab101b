import { honestName } from './split-name.ts';

/** Characters of a name that a sentence has room for. */
const longest = 60;
/** Characters of its end, with the extension, that stay. */
const end = 20;

/** A name for a sentence, cut in the middle where it is long; never inside a character as people see them. */
export const shortName = (name: string): string => {
  const shown = honestName(name);
  if (shown.length <= longest) return shown;
  const characters = [...new Intl.Segmenter().segment(shown)].map(({ segment }) => segment);
  if (characters.length <= longest) return shown;
  return `${characters.slice(0, longest - end - 1).join('')}…${characters.slice(-end).join('')}`;
};
