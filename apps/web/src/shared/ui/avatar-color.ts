/** Contrast that white letters need on the tile (WCAG 2.2, 1.4.3). */
const wanted = 4.5;

const channels = (hex: string): readonly number[] =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** Relative luminance by WCAG: 0 is black, 1 is white. */
const luminance = (rgb: readonly number[]): number => {
  const [red = 0, green = 0, blue = 0] = rgb.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

export const contrastWithWhite = (hex: string): number => 1.05 / (luminance(channels(hex)) + 0.05);

/** The colour itself, or the nearest darker one on which white text reads 4.5:1. */
export const darkenedForWhite = (hex: string): string => {
  let rgb = channels(hex);
  if (rgb.some(Number.isNaN)) return '#006671';
  while (1.05 / (luminance(rgb) + 0.05) < wanted) rgb = rgb.map((value) => Math.floor(value * 0.96));
  return `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
};
