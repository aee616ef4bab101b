const variationSelector = 'fe0f';
const joiner = '200d';

/** The address of an emoji's Twemoji picture. Its files drop the variation selector unless emoji are joined. */
export const emojiAddress = (emoji: string): string => {
  const points = [...emoji].map((character) => character.codePointAt(0)?.toString(16) ?? '');
  const kept = points.includes(joiner) ? points : points.filter((point) => point !== variationSelector);
  return `/emoji/${kept.join('-')}.svg`;
};
