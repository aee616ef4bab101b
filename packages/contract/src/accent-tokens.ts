import type { Accent } from './colors.ts';

/** Chroma and hue (OKLCH) of the accents that are derived; petrol is what the style sheet itself has. */
const hues: Readonly<Record<Exclude<Accent, 'petrol'>, readonly [chroma: number, hue: number]>> = {
  cobalt: [0.13, 258],
  iris: [0.14, 288],
  plum: [0.13, 338],
  ember: [0.12, 45],
  moss: [0.1, 145],
  graphite: [0.02, 220],
};

/** Lightness, and the part of the accent's chroma, of each token: those that petrol's have. */
type Recipe = Readonly<Record<string, readonly [lightness: number, part: number]>>;
const recipes: Readonly<Record<'light' | 'dark', Recipe>> = {
  light: {
    accent: [0.465, 1],
    'accent-hover': [0.41, 0.87],
    'accent-press': [0.36, 0.76],
    'on-accent': [1, 0],
    'accent-text': [0.447, 0.94],
    'accent-soft': [0.954, 0.2],
    'accent-soft-2': [0.913, 0.34],
    focus: [0.523, 1.12],
    'toast-action': [0.844, 0.6],
  },
  dark: {
    accent: [0.79, 1],
    'accent-hover': [0.844, 0.9],
    'accent-press': [0.721, 0.96],
    'on-accent': [0.2, 0.3],
    'accent-text': [0.82, 0.9],
    'accent-soft': [0.283, 0.3],
    'accent-soft-2': [0.336, 0.4],
    focus: [0.82, 1],
    'toast-action': [0.447, 0.94],
  },
};
/** Light colours of a strong chroma glare on dark. */
const darkChroma = 0.1;

const linearFrom = (lightness: number, chroma: number, hue: number): readonly number[] => {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
};

const channel = (linear: number): string => {
  const value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.round(Math.min(1, Math.max(0, value)) * 255)
    .toString(16)
    .padStart(2, '0');
};

/** The colour as `#rrggbb`; where screens cannot show so much chroma, with as much as they can. */
const hexOf = (lightness: number, chroma: number, hue: number): string => {
  let most = chroma;
  const isShown = () => linearFrom(lightness, most, hue).every((value) => value > -0.0005 && value < 1.0005);
  while (most > 0 && !isShown()) most -= 0.001;
  return `#${linearFrom(lightness, Math.max(0, most), hue).map(channel).join('')}`;
};

/** The tokens of an accent in one theme, by name, as `#rrggbb`; none for petrol. */
export const accentTokens = (accent: Accent, theme: 'light' | 'dark'): Readonly<Record<string, string>> => {
  if (accent === 'petrol') return {};
  const [chroma, hue] = hues[accent];
  // On the toast the other theme's colours stand.
  const chromaOf = (token: string): number =>
    (theme === 'light') === (token !== 'toast-action') ? chroma : Math.min(chroma, darkChroma);
  return Object.fromEntries(
    Object.entries(recipes[theme]).map(([token, [lightness, part]]) => [
      token,
      hexOf(lightness, part * chromaOf(token), hue),
    ]),
  );
};

const declared = (selector: string, tokens: Readonly<Record<string, string>>): string =>
  `${selector}{${Object.entries(tokens)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')}}`;

/** The rules that dress the page in an accent, above those of its style sheet; none for petrol. */
export const accentRules = (accent: Accent): string =>
  accent === 'petrol'
    ? ''
    : declared(':root', accentTokens(accent, 'light')) +
      declared(":root[data-theme='dark']", accentTokens(accent, 'dark'));
