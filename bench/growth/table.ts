import { type Curve, panelsOf } from './curve.ts';
import { limits } from './fit.ts';

/** 1,000 as 10³. */
export const power = (items: number): string => {
  const digits = String(Math.round(Math.log10(items)));
  return `10${digits.replaceAll(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(Number(digit)))}`;
};

/** Two digits that mean something. */
export const brief = (value: number): string => {
  if (value >= 100) return Math.round(value).toLocaleString('en-US');
  return value.toFixed(value >= 10 ? 0 : value >= 1 ? 1 : 2);
};

/** An exponent; what is nothing is not less than that. */
export const twoPlaces = (exponent: number): string => exponent.toFixed(2).replace(/^-0\.00$/, '0.00');

const sentences = {
  account: 'What is touched stays the same, the account grows',
  touched: 'What is touched grows',
} as const;

const pad = (rows: readonly (readonly string[])[]): string[] => {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows.map((row) => {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    return `| ${cells.join(' | ')} |`;
  });
};

const part = (curves: readonly Curve[]): string[] => {
  const first = curves[0];
  if (first === undefined) return [];
  const sizes = first.readings.map(({ items }) => power(items));
  const head = [sentences[first.growing], '', ...sizes, 'Exponent', 'At most', ''];
  const rows = panelsOf(curves).flatMap((panel) =>
    panel.map(({ name, unit, database, readings, exponent, complexity, isWithinLimit }, index) => [
      index === 0 ? `${name}${unit === 'ms' ? '' : `, ${unit}`}` : '',
      database,
      ...readings.map(({ value }) => brief(value)),
      twoPlaces(exponent),
      String(limits[complexity]),
      isWithinLimit ? '✓' : '!',
    ]),
  );
  const rule = head.map(() => '---');
  return [...pad([head, rule, ...rows]), ''];
};

/**
 * Formats all curves as Markdown tables: processor milliseconds, exponents, and whether they are within their
 * limits (✓, !).
 */
export const tableOf = (curves: readonly Curve[]): string =>
  (['account', 'touched'] as const)
    .flatMap((growing) => part(curves.filter((curve) => curve.growing === growing)))
    .join('\n');
