const variationSelector = 'fe0f';
const joiner = '200d';

/** The one joined emoji whose picture is named without selectors. */
const eyeInSpeechBubble = '1f441-fe0f-200d-1f5e8-fe0f';

/** The name of an emoji's Twemoji picture: its code points, without the variation selector unless emoji are joined. */
export const emojiName = (emoji: string): string => {
  const points = Array.from(emoji, (character) => character.codePointAt(0)?.toString(16) ?? '');
  const kept = points.includes(joiner) ? points : points.filter((point) => point !== variationSelector);
  const name = kept.join('-');
  return name === eyeInSpeechBubble ? '1f441-200d-1f5e8' : name;
};

/** The address of an emoji's Twemoji picture. */
export const emojiAddress = (emoji: string): string => `/emoji/${emojiName(emoji)}.svg`;
