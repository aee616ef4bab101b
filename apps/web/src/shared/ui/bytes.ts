import { currentLocale } from '#shared/i18n/messages.ts';

/** Units that sizes are written in, decimal as everywhere in the product. */
export const sizeUnits = ['KB', 'MB', 'GB', 'TB'] as const;
export type SizeUnit = (typeof sizeUnits)[number];

const factors: Readonly<Record<SizeUnit, number>> = { KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };

/** Tells whether a text is a number, however large. A comma is a point, too. */
export const isAmount = (written: string): boolean => /^\d+(?:[.,]\d{1,6})?$/.test(written.trim());

const pointed = (amount: string): string => amount.trim().replace(',', '.');

/** A number with a point as the page's language writes it. */
const inLanguage = (amount: string): string =>
  new Intl.NumberFormat(currentLocale()).format(0.5).includes(',') ? amount.replace('.', ',') : amount;

/** A number as it was understood. */
export const tidied = (written: string): string =>
  isAmount(written) ? inLanguage(pointed(written)) : written;

/** Bytes that a written number stands for; undefined where it is none, or too large to be counted exactly. */
export const bytesOf = (written: string, unit: SizeUnit): number | undefined => {
  if (!isAmount(written)) return undefined;
  const bytes = Math.round(Number(pointed(written)) * factors[unit]);
  return Number.isSafeInteger(bytes) ? bytes : undefined;
};

/** Longest figure before the point of what is shown exactly in a smaller unit. */
const longest = 10_000;

/** Bytes in the largest unit that shows them exactly with three decimals; those that none does, nearly. */
export const inUnits = (
  bytes: number,
): { readonly written: string; readonly unit: SizeUnit; readonly of: number } => {
  if (bytes === 0) return { written: '0', unit: 'GB', of: bytes };
  const exact = sizeUnits.findLast(
    (one) =>
      bytes >= factors[one] &&
      bytes < longest * factors[one] &&
      Number.isInteger((bytes * 1e3) / factors[one]),
  );
  const unit = exact ?? sizeUnits.findLast((one) => bytes >= factors[one]) ?? 'KB';
  const amount = String(Math.round((bytes / factors[unit]) * 1e3) / 1e3);
  return { written: inLanguage(amount), unit, of: bytes };
};
