/** Tells whether a text is a port. */
export const isPort = (written: string): boolean =>
  /^\d{1,5}$/.test(written.trim()) && Number(written) >= 1 && Number(written) <= 65_535;
