/** Units that sizes are written in, decimal as everywhere in the product. */
export const sizeUnits = ['KB', 'MB', 'GB', 'TB'] as const;
export type SizeUnit = (typeof sizeUnits)[number];

const factors: Readonly<Record<SizeUnit, number>> = { KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };

/** Whether a number is written, however large. A comma is a point, too. */
export const isAmount = (written: string): boolean => /^\d+(?:[.,]\d{1,6})?$/.test(written.trim());

/** A number as it was understood. */
export const tidied = (written: string): string =>
  isAmount(written) ? written.trim().replace(',', '.') : written;

/** Bytes that a written number stands for; undefined where it is none, or too large to be counted exactly. */
export const bytesOf = (written: string, unit: SizeUnit): number | undefined => {
  if (!isAmount(written)) return undefined;
  const text = tidied(written);
  const bytes = Math.round(Number(text) * factors[unit]);
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
  return { written: String(Math.round((bytes / factors[unit]) * 1e3) / 1e3), unit, of: bytes };
};
