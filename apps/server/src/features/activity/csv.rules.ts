/** Characters that spreadsheets take for the beginning of a formula, in either width, also behind white space. */
const beginsFormula = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r]/;

/** A cell of CSV (RFC 4180) that is text wherever it is opened: what could be a formula has an apostrophe before it. */
const cellOf = (value: string | number | null): string => {
  if (typeof value === 'number') return String(value);
  if (value === null) return '';
  return `"${beginsFormula.test(value) ? "'" : ''}${value.replaceAll('"', '""')}"`;
};

/** A line of CSV. */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map((cell) => cellOf(cell)).join(',')}\r\n`;
