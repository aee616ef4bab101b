import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accentRules, accentTokens } from '@holdall/contract/accent-tokens';
import { type Accent, accents } from '@holdall/contract/colors';
import { describe, expect, test } from 'vitest';

/** The page's own tokens: those of petrol. */
const sheet = await readFile(join(import.meta.dirname, '../../../web/src/styles/tokens.css'), 'utf8');

type Theme = 'light' | 'dark';
type Tokens = Readonly<Record<string, string>>;

const tokensOf = (block: string | undefined): Tokens =>
  Object.fromEntries(
    Array.from((block ?? '').matchAll(/--([\w-]+): (#[0-9a-f]{6});/g), ([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
const [light, dark] = [/:root \{([^}]*)\}/, /\[data-theme='dark'\] \{([^}]*)\}/].map((block) =>
  tokensOf(block.exec(sheet)?.[1]),
);
const petrol: Readonly<Record<Theme, Tokens>> = { light: light ?? {}, dark: dark ?? {} };

const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
/** WCAG 2.2, 1.4.3. */
const contrast = (one: string, other: string): number => {
  const [dim = 0, bright = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (bright + 0.05) / (dim + 0.05);
};

const grounds = ['canvas', 'surface', 'sunken', 'raised', 'hover', 'accent-soft', 'accent-soft-2'];
/** Foreground and background, and the contrast that they need. */
const pairs: readonly (readonly [string, string, number])[] = [
  ...['accent', 'accent-hover', 'accent-press'].map((ground) => ['on-accent', ground, 4.5] as const),
  ...grounds.map((ground) => ['accent-text', ground, 4.5] as const),
  ...['text', 'text-2', 'text-3'].flatMap((ink) => [
    [ink, 'accent-soft', 4.5] as const,
    ...(ink === 'text-3' ? [] : [[ink, 'accent-soft-2', 4.5] as const]),
  ]),
  ['toast-action', 'toast', 4.5],
  // Cards that cannot be chosen.
  ['text-3', 'sunken', 4.5],
  ...grounds.flatMap((ground) => [['accent', ground, 3] as const, ['focus', ground, 3] as const]),
];

const cases = accents.flatMap((accent) =>
  (['light', 'dark'] as const).map((theme): readonly [Accent, Theme] => [accent, theme]),
);

describe('accents', () => {
  test.each(cases)('%s has enough contrast in the %s theme', (accent, theme) => {
    const base: Tokens = theme === 'dark' ? { ...petrol.light, ...petrol.dark } : petrol.light;
    const tokens: Tokens = { ...base, ...accentTokens(accent, theme) };
    const poor = pairs.flatMap(([ink, ground, needed]) => {
      const [a, b] = [tokens[ink], tokens[ground]];
      if (a === undefined || b === undefined) throw new Error(`no token ${ink} or ${ground}`);
      const found = contrast(a, b);
      return found < needed ? [`${ink} on ${ground}: ${found.toFixed(2)}`] : [];
    });
    expect(poor).toEqual([]);
  });

  test.each(['light', 'dark'] as const)('each defines every colour token of petrol, %s', (theme) => {
    const own = Object.keys(accentTokens('iris', theme));
    expect(Object.keys(petrol[theme]).filter((name) => /accent|^focus$|^toast-action$/.test(name))).toEqual(
      expect.arrayContaining(own),
    );
    expect(own).toHaveLength(9);
  });

  test('petrol is left to the style sheet, and the others are distinguishable', () => {
    expect(accentRules('petrol')).toBe('');
    expect(new Set(accents.map((accent) => accentTokens(accent, 'light')['accent'])).size).toBe(7);
    expect(accentRules('moss')).toMatch(
      /^:root\{--accent:#[0-9a-f]{6};.*\}:root\[data-theme='dark'\]\{--accent:#[0-9a-f]{6}/,
    );
  });
});
