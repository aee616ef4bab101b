/** Characters that spreadsheets take for the beginning of a formula, in either width, also after white space. */
const beginsFormula = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r]/;

/**
 * Returns a CSV cell (RFC 4180) that every program reads as text: an apostrophe precedes anything that looks like a
 * formula.
 */
const cellOf = (value: string | number | null): string => {
  if (typeof value === 'number') return String(value);
  if (value === null) return '';
  return `"${beginsFormula.test(value) ? "'" : ''}${value.replaceAll('"', '""')}"`;
};

/** A line of CSV. */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map((cell) => cellOf(cell)).join(',')}\r\n`;
